# SPDX-License-Identifier: MIT
# tests/support/layers.awk - the borders inside core/.
#
# Input: core/layers, then the output of code.awk for all files of core/, which
# are given relative to the tree. Prints each include that points up and each
# function whose prototype stands in another unit's header. With -v edges=1 it
# prints "unit unit" for each include between units instead, for tsort.
#
# A unit is a .c file and the header of the same name. core/cli/cmd.h is the
# table of commands, and the one header that declares other units' functions.

function unit_of(path)
{
	sub(/\.[ch]$/, "", path)
	return path
}

function folder_of(path,	part)
{
	split(path, part, "/")
	return part[2]
}

function include(file, line,	name)
{
	if (!match(line, /"[^"]+"/))
		return
	name = "core/" substr(line, RSTART + 1, RLENGTH - 2)
	if (name !~ /^core\/[a-z]+\/[^\/]+\.h$/ || unit_of(name) == unit_of(file))
		return
	if (edges)
		print unit_of(file), unit_of(name)
	else if (folder_of(file) != folder_of(name) &&
		 rank[folder_of(file)] >= rank[folder_of(name)])
		print file ": includes " name ", which is no lower layer"
}

# The name that a declaration or definition at the left margin is of.
function name_in(text)
{
	if (text ~ /^(static|typedef|struct [a-z_0-9]+ *[{;]|enum|extern|#|\})/)
		return ""
	if (!match(text, /[A-Za-z_0-9]+[ ]*\(/))
		return ""
	return substr(text, RSTART, RLENGTH - 1)
}

FILENAME ~ /layers$/ {
	if ($1 ~ /^[0-9]+$/)
		rank[$2] = $1
	next
}

{
	file = $0
	sub(/:.*/, "", file)
	line = $0
	sub(/^[^:]*:[^:]*:/, "", line)
	if (file != before) {
		before = file
		text = ""
	}
	if (line ~ /^[ \t]*#/) {
		if (line ~ /include/)
			include(file, line)
		text = ""
		next
	}
	if (line ~ /^[A-Za-z_]/ && text !~ /^[A-Za-z_][^;{]*$/)
		text = ""
	if (line ~ /^\{/) {
		name = name_in(text)
		if (name != "" && file ~ /\.c$/)
			defined[name] = unit_of(file)
		text = ""
		next
	}
	if (line ~ /^[ \t]*$/) {
		text = ""
		next
	}
	text = text line " "
	if (line ~ /;[ \t]*$/) {
		name = name_in(text)
		if (name != "" && file ~ /\.h$/ && file != "core/cli/cmd.h")
			declared[file, name] = 1
		text = ""
	}
}

END {
	if (edges)
		exit
	for (key in declared) {
		split(key, part, SUBSEP)
		if (part[2] in defined && defined[part[2]] != unit_of(part[1]))
			print part[1] ": declares " part[2] "(), which " \
				defined[part[2]] ".c defines"
	}
}
