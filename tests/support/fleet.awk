# SPDX-License-Identifier: MIT
# tests/support/fleet.awk - result files of generated machines: dir, n; faults:
# whether some have the faults of tests/acceptance/fleet.sh.

# Sum of twelve uniform numbers: normal enough.
function normal(    i, sum) {
	for (i = 0; i < 12; i++)
		sum += rand()
	return sum - 6
}

function head(m, s) {
	return sprintf("{\"schema\":\"harness.result\"," \
		"\"schema_version\":\"1.0\",\"id\":\"%d-%d\"," \
		"\"created\":\"2026-11-%02dT09:02:55Z\",\"complete\":true," \
		"\"host\":{\"machine_id\":\"m\",\"config_id\":\"%s\"," \
		"\"host\":\"h%d\",\"instance_id\":\"i%d\"," \
		"\"install_id\":\"d%d\",\"boot_id\":\"b%d-%d\"," \
		"\"cpu_model\":\"A model\",\"microcode\":\"%s\"," \
		"\"kernel\":\"6.1.0\"},\"benchmarks\":[", m, s, 10 + s,
		faults && m == 66 ? "c2" : "c1", m, m,
		faults && m == 55 ? 54 : m, m, s,
		faults && m == 66 ? "0x2" : "0x1")
}

function factor(m, s, b, r) {
	if (!faults)
		return 1
	if (m == 11 || (m == 22 && b == 3))
		return 1.25
	if (m == 33 && r % 2)
		return 1.3
	if (m == 44)
		return 1 + 0.15 * s
	return 1
}

function entry(m, s, b,    r, level, text) {
	text = sprintf("{\"name\":\"fleet/b%d\",\"op\":\"op\"," \
		"\"placement\":{\"cpus\":[1,1],\"relation\":\"same\"," \
		"\"groups\":1,\"tasks\":2},\"policy\":\"other\"," \
		"\"calls\":\"libc\",\"regime\":\"preempt\"," \
		"\"status\":\"done\",\"runs\":[", b)
	level = (b + 1) * 1000 * (1 + 0.01 * normal())
	for (r = 0; r < 10; r++)
		text = text sprintf("%s{\"index\":%d,\"valid\":true," \
			"\"ops\":1000,\"elapsed_ns\":%d}", r ? "," : "", r,
			1000 * level * factor(m, s, b, r) * \
			(1 + 0.003 * normal()))
	return text "]}"
}

BEGIN {
	srand(1)
	for (m = 1; m <= n; m++)
		for (s = 0; s < 2; s++) {
			path = sprintf("%s/%05d-%d.json", dir, m, s)
			printf "%s", head(m, s) >path
			for (b = 0; b < 10; b++)
				printf "%s%s", b ? "," : "", entry(m, s, b) >path
			print "]}" >path
			close(path)
		}
}
