# SPDX-License-Identifier: MIT
# completion/harness.bash - completion for bash: source it, or install it as
# share/bash-completion/completions/harness.
#
# Commands, options and benchmarks are asked of the program itself.
# shellcheck shell=bash

# The words that start the lines after "Commands:".
_harness_commands() {
	"$1" --help 2>/dev/null |
		sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# The long options of a command, or of the program itself.
_harness_options() {
	"$@" --help 2>/dev/null |
		sed -n 's/^ \{2,6\}\(-[A-Za-z], \)\{0,1\}\(--[a-z-]*\).*/\2/p'
}

# Names, and their collections.
_harness_benchmarks() {
	"$1" list --json 2>/dev/null |
		sed -n 's,.*"name": "\(\([^"/]*\)/[^"]*\)".*,\1\n\2,p' |
		sort -u
}

_harness_suites() {
	"$1" list 2>/dev/null | sed -n 's/^  \(@[a-z0-9_-]*\).*/\1/p'
}

# _harness_params PROGRAM NAME: what -p can set for the benchmarks on the line,
# "msg=", or, with a NAME, the words that this one takes.
_harness_params() {
	local names=() w

	for w in "${COMP_WORDS[@]:2}"; do
		[[ $w != */* || $w == -* ]] || names+=("$w")
	done
	((${#names[@]})) || return 0
	"$1" list --json "${names[@]}" 2>/dev/null | awk -v want="$2" '
		/^          "name": / {
			gsub(/[",]/, "")
			name = $2
			if (want == "")
				print name "="
		}
		/^          "unit": "bool"/ && name == want { print "yes\nno" }
		/^          "choices": \[/ { choices = name == want }
		/^            "/ && choices { gsub(/[",]/, ""); print $1 }
		/^          \]/ { choices = 0 }' | sort -u
}

# The options of a side of ab, as far as it takes those of run.
_harness_side_options() {
	_harness_options "$1" run | grep -xE -e "--(threads|groups|cpus|sched|\
cgroups|seccomp|mitigate|nice|timer-slack|param|calls|idle|ws|touch|plugins|\
events|scope)"
	printf '%s\n' --env --before --after
}

# What may follow an option of a command; fails if nothing is known about it.
_harness_argument() {
	case $1:$2 in
	check:-f | check:--format) echo text json ;;
	compare:-f | compare:--format) echo text json csv markdown ;;
	compare:--by) echo file config machine host model label: auto ;;
	compare:--correction) echo holm bh none ;;
	convert:--to) echo benchfmt csv hyperfine google-benchmark openmetrics ;;
	explain:-f | explain:--format) echo text json ;;
	import:--unit) echo ns/op us/op ms/op s/op ops/s ;;
	import:--csv) echo contextswitch ;;
	*) _harness_run_argument "$2" ;;
	esac
}

_harness_run_argument() {
	case $1 in
	-f | --format) echo text perf simple json csv ;;
	-s | --sched) echo other batch idle fifo: rr: ;;
	-c | --cpus) echo same apart smt llc package remote any node0 each pairs ;;
	--calls) echo libc inline ;;
	--idle) echo allow poll ;;
	--touch) echo none fp vec256 vec512 amx sve ;;
	--cgroups) echo none one two ;;
	--mitigate) echo none ssbd ib l1d ;;
	--scope) echo pair cpu task ;;
	-e | --events) echo default all ;;
	*) return 1 ;;
	esac
}

# _harness_files -f|-d WORD: file or directory names.
_harness_files() {
	compopt -o filenames 2>/dev/null
	mapfile -t COMPREPLY < <(compgen "$1" -- "$2")
}

# _harness_takes_files COMMAND BEFORE WORD: whether a saved file stands here.
_harness_takes_files() {
	[[ $3 != -* ]] && ! _harness_argument "$1" "$2" >/dev/null || return 1
	case $1 in
	show | check | compare | import | convert) return 0 ;;
	*) return 1 ;;
	esac
}

# _harness_words PROGRAM COMMAND BEFORE WORD: what may stand here.
_harness_words() {
	if [[ -z $2 && $4 == -* ]]; then
		_harness_options "$1"
	elif [[ -z $2 ]]; then
		_harness_commands "$1"
	elif _harness_argument "$2" "$3"; then
		:
	elif [[ $3 == -p || $3 == --param ]]; then
		compopt -o nospace 2>/dev/null
		_harness_params "$1" ""
	elif [[ $4 == -* && $2 == ab && " ${COMP_WORDS[*]:0:COMP_CWORD} " == *" -- "* ]]; then
		_harness_side_options "$1"
	elif [[ $4 == -* ]]; then
		_harness_options "$1" "$2"
	elif [[ $4 == @* ]]; then
		_harness_suites "$1"
	else
		_harness_benchmarks "$1"
		[[ $2 != help ]] || _harness_commands "$1"
	fi
}

# _harness_values NAME WORD: the values of a benchmark's option.
_harness_values() {
	mapfile -t COMPREPLY < <(compgen -W \
		"$(_harness_params "${COMP_WORDS[0]}" "$1")" -- "$2")
}

_harness() {
	local word=${COMP_WORDS[COMP_CWORD]} at=$((COMP_CWORD - 1)) command=
	local before=${COMP_WORDS[at]}

	COMPREPLY=()
	((COMP_CWORD == 1)) || command=${COMP_WORDS[1]}
	# -p msg=64 comes as four words, --format=json as three.
	if [[ $before == "=" && ${COMP_WORDS[at - 2]} == @(-p|--param) ]]; then
		_harness_values "${COMP_WORDS[at - 1]}" "$word"
		return
	elif [[ $word == "=" && ${COMP_WORDS[at - 1]} == @(-p|--param) ]]; then
		_harness_values "$before" ""
		return
	fi
	if [[ $word == "=" ]]; then
		word=
	elif [[ $before == "=" ]]; then
		before=${COMP_WORDS[at - 1]}
	fi
	case $command:$before in
	*:-o | *:--output | *:--floor) _harness_files -f "$word" ;;
	*:--plugins) _harness_files -d "$word" ;;
	*)
		if _harness_takes_files "$command" "$before" "$word"; then
			_harness_files -f "$word"
			return
		fi
		mapfile -t COMPREPLY < <(compgen -W "$(_harness_words \
			"${COMP_WORDS[0]}" "$command" "$before" "$word")" \
			-- "$word")
		;;
	esac
}

complete -F _harness harness
