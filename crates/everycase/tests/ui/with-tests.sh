#!/bin/sh
# Stands before rustc: compiles the tests of a crate, too. What has no source file is a question of cargo's.
case " $* " in
*.rs\ *) exec "$@" --test ;;
*) exec "$@" ;;
esac
