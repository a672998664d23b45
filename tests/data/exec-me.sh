echo a script without sh: $0 $#
exit 4
