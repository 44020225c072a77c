# SPDX-License-Identifier: MIT
# tests/support/code.awk - C without comments and without what strings say.
#
# Prints file:line:code for each line, so that what is found can be found.
# The names in #include "..." stay.

FNR == 1 { comment = 0 }

{
	out = ""
	keep = /^[ \t]*#[ \t]*include/
	for (i = 1; i <= length($0); i++) {
		c = substr($0, i, 1)
		two = substr($0, i, 2)
		if (comment) {
			if (two == "*/") {
				comment = 0
				i++
			}
		} else if (two == "/*") {
			comment = 1
			i++
		} else if (two == "//") {
			break
		} else if (!keep && (c == "\"" || c == "'")) {
			for (i++; i <= length($0); i++) {
				d = substr($0, i, 1)
				if (d == "\\")
					i++
				else if (d == c)
					break
			}
			out = out c c
		} else {
			out = out c
		}
	}
	print FILENAME ":" FNR ":" out
}
