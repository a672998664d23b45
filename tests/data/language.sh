# What the shell must understand: tests/sh/language.c compares what this prints with language.want.
echo plain   words
echo 'single  $x' "double  \"$x\"" a\ b
x=one; echo $x "$x$x" ${x}s '$x'
y="two  words"; echo $y "$y"
echo $nothing end "$nothing" end
echo args $# $1 $2 "$*"
false; echo status $?
true; echo status $?
! true; echo status $?
! false; echo status $?
no-such-program; echo status $?
true && echo and || echo or
false && echo and || echo or
false || true && echo both
echo first ; echo second # a comment
echo to file > f1; echo more >> f1; cat f1; cat < f1
echo again > f1; cat < f1 > f2; cat f2
> empty; wc -c empty
echo one two | wc -w
echo pipe | cat | cat | cat
echo "a
b" | grep b
cat no-such-file; echo status $?
cat no-such-file 2> errors; cat errors
cat no-such-file > both 2>&1; cat both
no-such-program | cat; echo status $?
echo x | false; echo status $?
cat < no-such-file; echo status $?
cd no-such-directory; echo status $?
echo *.pat ?b.pat '*.pat' "*.pat"; > ab.pat; > cb.pat; > abc.pat; echo *.pat ?b.pat '*.pat' "*.pat"
echo continued \
    line &&
    echo next
echo in the background > bg & wait; cat bg
sleep 0.2 & sleep 0.1; wait $!; echo waited $?
sh -c 'sleep 0.3; echo in the end' & echo at once; wait
cat f1 | cat | cat > f2; cat f1 | cat | cat > f2; limits | grep files
. part.sh here; echo part says $part
sh part.sh there; echo status $?
sh -c 'echo -c words; exit 7'; echo status $?
exec-me; echo status $?
echo 'exit 5' | sh; echo status $?
) ; echo after
| nothing
echo after an error, status $?
exit 3
