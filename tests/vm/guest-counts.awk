# SPDX-License-Identifier: MIT
# tests/vm/guest-counts.awk - the counted runs of a result file, as lines.
#
# Takes the file with every bracket, brace and comma on a line of its own.
# Prints "RUN EVENT COUNT/OPS STATUS ENABLED_NS RUNNING_NS" for the first
# benchmark; COUNT/OPS is "-" where there is no number, RUN where no run was
# counted.

function value(s)
{
	sub(/^[^:]*: */, "", s)
	gsub(/"/, "", s)
	return s
}

function put(    number)
{
	number = count == "null" ? "-" : count / ops
	print run, name[nr++], number, status, enabled, running
}

BEGIN { nr_names = 0 }

/^ *"counters":/ && !part { part = "events" }
/^ *"counted":/ { part = "counted" }
/^ *"summary":/ { part = "summary" }
part == "events" && /^ *"name":/ { name[nr_names] = value($0) }
part == "events" && /^ *"status":/ { state[nr_names++] = value($0) }
part != "counted" { next }

/^ *"index":/ { run = value($0) }
/^ *"ops":/ { ops = value($0) }
/^ *"counts":/ { nr = 0; inside = 1 }
!inside { next }

/^ *"value":/ { count = value($0); status = "ok" }
/^ *"enabled_ns":/ { enabled = value($0) }
/^ *"running_ns":/ { running = value($0) }
/^ *"status":/ { status = value($0) }
/^ *}/ { put() }
/^ *]/ { inside = 0 }

END {
	for (i = 0; i < nr_names && run == ""; i++)
		print "-", name[i], "-", state[i], 0, 0
}
