#!/bin/sh
# Stands before rustc: compiles the files of these folders as tests. What has no source file is a question of cargo's.
case " $* " in
*/tests/ui/test/*.rs\ * | */tests/ui/async/*.rs\ *) exec "$@" --test ;;
*) exec "$@" ;;
esac
