# What the small programs must do: tests/sh/tools.c compares what this prints with tools.want.
echo -n no newline; echo
echo "c 3
a 10
b 2
a 10" > lines
cat lines lines | wc
wc lines; wc -l lines lines; wc -c < lines
head -n 2 lines; head -n 0 lines; tail -n 1 lines; tail -n 99 lines
sort lines; sort -r -u lines; cat lines | sort -n
grep a lines; grep -c 'a' lines; grep -v -n a lines; grep -i A lines; grep '^[bc] [0-9]$' lines
grep zzz lines; echo status $?
grep '[' lines; echo status $?
grep -c a lines lines
echo "2 b
10 a" | sort; echo "2 b
10 a" | sort -n -r
cp lines copy; cmp lines copy; echo status $?
echo other > copy; cmp lines copy; echo status $?
echo c > short; cmp lines short; echo status $?
head -n 2 lines > begin; cmp begin lines; echo status $?; cmp lines begin; echo status $?
echo much longer than the other > other; cp short other; cat other
echo -n no newline | tail -n 1; echo -n none here | wc; echo -n none either | sort
cp lines lines; echo status $?
cp no-such-file x; echo status $?
cp; echo status $?
mv copy moved; ls copy; echo status $?; cat moved
rm moved; rm moved; echo status $?; rm -f moved; echo status $?
hexdump < short
echo 0123456789abcdefXYZ | hexdump
ls lines short; ls -l no-such-file; echo status $?
sleep 0.01; echo status $?; sleep x; echo status $?
sleep 100 & kill $!; wait $!; echo status $?
sleep 100 & kill -9 $!; wait $!; echo status $?
sleep 100 & kill -INT $!; wait $!; echo status $?
kill 999999; echo status $?
ps | grep -c ' ps$'
kstat syscall.calls | wc -l; kstat no.such; echo status $?
free | grep -c total
time nothing 2> timed; grep -c 'page_faults' timed
time no-such-program 2> timed; echo status $?
pwd
yes=no; echo $yes | cat - lines
mkdir; echo status $?; mkdir lines; echo status $?
rmdir; echo status $?; rmdir lines; echo status $?; rmdir nowhere; echo status $?
top -n 2 -d 0 | grep -c ' top$'; top -x; echo status $?
limits -f 1 cmp lines begin; echo status $?; limits -f 0x cat; echo status $?; limits -p 1 nothing; echo status $?
