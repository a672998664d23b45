echo part: $0 $1
part=done
exit-not-known
