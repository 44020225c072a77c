/* SPDX-License-Identifier: MIT */
/*
 * tests/support/sessions.c - sessions made by hand, for tests of what reads
 * them.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/encode.h"
#include "result/read.h"
#include "result/clock.h"
#include "sessions.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static char *text(const char *s)
{
	char *copy = strdup(s);

	ck_assert_ptr_nonnull(copy);
	return copy;
}

static void *array(size_t nr, size_t size)
{
	void *v = calloc(nr, size);

	ck_assert_ptr_nonnull(v);
	return v;
}

void set_text(char **where, const char *value)
{
	free(*where);
	*where = text(value);
}

char *document(struct session s)
{
	char *doc = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&doc, &len);

	ck_assert_ptr_nonnull(out);
	ck_assert_int_eq(result_encode(out, &s), 0);
	ck_assert_int_eq(fclose(out), 0);
	session_free(&s);
	return doc;
}

struct session decoded(const char *doc)
{
	struct session s = { 0 };
	char why[256] = "";

	ck_assert_msg(!result_read_text(doc, strlen(doc), RESULT_WHOLE, &s, why,
					sizeof(why)),
		      "%s", why);
	return s;
}

struct session session_plain(uint32_t repeat)
{
	return (struct session){
		.id = text("00112233445566778899aabbccddeeff"),
		.created = text("2026-11-30T09:02:55Z"),
		.version = text("0.1.0"),
		.compiler = text("gcc 12.2.0"),
		.cflags = text("-O2 -g"),
		.seed = 42,
		.repeat = repeat,
		.complete = true,
	};
}

static void set_cpus(struct entry *e, size_t nr, const int *cpus,
		     const char *relation)
{
	free(e->cpus);
	e->cpus = nr ? array(nr, sizeof(*e->cpus)) : NULL;
	e->nr_cpus = nr;
	for (size_t i = 0; i < nr; i++)
		e->cpus[i] = cpus[i];
	set_text(&e->relation, relation);
}

static void promise(struct entry *e, int regime, double min, double max)
{
	e->regime = regime;
	e->expect_min = min;
	e->expect_max = max;
}

struct entry *session_entry(struct session *s, const char *name, const char *op)
{
	struct entry *e = session_add_entry(s);

	ck_assert_ptr_nonnull(e);
	e->name = text(name);
	e->summary = text("what one line says about it");
	e->op = text(op);
	e->nr_tasks = 2;
	e->nr_groups = 1;
	set_cpus(e, 2, (int[]){ 1, 1 }, "same");
	e->policy = text("other");
	e->calls = text("libc");
	promise(e, REGIME_PREEMPT, 2, 2);
	e->ops = 1000;
	e->warmup_ops = 100;
	return e;
}

struct sample *entry_run(struct entry *e, uint64_t ops, uint64_t elapsed_ns)
{
	struct sample *r = entry_add_run(e);

	ck_assert_ptr_nonnull(r);
	r->index = e->nr_runs - 1;
	r->ops = ops;
	r->elapsed_ns = elapsed_ns;
	r->figures.cpu_ns = elapsed_ns - elapsed_ns / 300;
	r->figures.nvcsw = 2 * ops;
	r->figures.nivcsw = 0;
	r->figures.minor_faults = r->figures.major_faults =
		r->figures.migrations = 0;
	r->valid = true;
	return r;
}

struct paired *entry_control(struct entry *e, double ratio, double lo,
			     double hi)
{
	struct paired *c = entry_add_paired(e);

	ck_assert_ptr_nonnull(c);
	c->name = text("control");
	c->ratio = ratio;
	c->lo = lo;
	c->hi = hi;
	c->level = 0.951171875;
	c->p = 0.001953125;
	c->nr_pairs = 10;
	c->log_ratios = array(10, sizeof(*c->log_ratios));
	for (size_t i = 0; i < 10; i++)
		c->log_ratios[i] = 0.875 + (double)i / 1024;
	c->switches_per_op_a = 2;
	c->switches_per_op_b = 0;
	return c;
}

static void add_slices(struct sample *r, size_t nr, uint64_t first)
{
	r->slice_ops = 235;
	r->slice_ns = array(nr, sizeof(*r->slice_ns));
	r->nr_slices = nr;
	r->chain_ns = array(nr, sizeof(*r->chain_ns));
	r->nr_chains = nr;
	for (size_t i = 0; i < nr; i++) {
		r->slice_ns[i] = first + i * 37 % 101 * 10;
		r->chain_ns[i] = i % 11 ? 1280 : 5000;
	}
	ck_assert_int_eq(clock_of_run(r, &r->clock_mhz), 0);
}

static void add_facts(struct session *s)
{
	static const struct fact facts[] = {
		{ "machine_id", "5be0cd19137e2179" },
		{ "config_id", "1f83d9abfb41bd6b" },
		{ "cpu_model", "A \"quoted\" model" },
		{ "kernel", "6.1.0-28-amd64" },
		{ "governor", NULL },
	};

	s->facts = array(COUNT(facts), sizeof(*s->facts));
	for (size_t i = 0; i < COUNT(facts); i++) {
		s->facts[i].name = text(facts[i].name);
		if (facts[i].value)
			s->facts[i].value = text(facts[i].value);
	}
	s->nr_facts = COUNT(facts);
}

static void add_checks(struct session *s)
{
	s->checks = array(2, sizeof(*s->checks));
	s->nr_checks = 2;
	s->checks[0] = (struct check){
		.id = text("cpu.boost"),
		.state = CHECK_WARN,
		.value = text("1"),
		.path = text("/sys/devices/system/cpu/cpufreq/boost"),
		.text = text("the frequency depends on load and heat"),
	};
	s->checks[1] = (struct check){
		.id = text("cpu.governor"),
		.state = CHECK_UNKNOWN,
		.text = text("no cpufreq on this machine"),
	};
}

static void add_argv(struct session *s)
{
	static const char *const words[] = { "run", "sched/pipe", "-r", "10" };

	s->argv = array(COUNT(words), sizeof(*s->argv));
	for (size_t i = 0; i < COUNT(words); i++)
		s->argv[i] = text(words[i]);
	s->argc = COUNT(words);
}

static void add_param(struct entry *e, const char *name, const char *value)
{
	e->params = array(1, sizeof(*e->params));
	e->params[0].name = text(name);
	e->params[0].value = text(value);
	e->nr_params = 1;
}

struct session session_pipe(void)
{
	static const uint64_t elapsed[] = {
		98935000, 98841000, 99123000, 98787000, 98899000,
		99046000, 98951000, 98812000, 99008000, 98930000,
	};
	struct session s = session_plain(10);
	struct entry *e = session_entry(&s, "sched/pipe", "round trip");

	add_argv(&s);
	add_facts(&s);
	add_checks(&s);
	set_text(&e->summary, "one token back and forth through two pipes");
	e->ops = 47000;
	e->warmup_ops = 4700;
	add_param(e, "msg", "4");
	for (size_t i = 0; i < COUNT(elapsed); i++) {
		struct sample *r = entry_run(e, 47000, elapsed[i]);

		r->ticks = elapsed[i] / 5 * 12;
		r->figures.nvcsw = 93990;
		r->figures.nivcsw = 10;
		add_slices(r, 60, 488000 + i * 100);
	}
	entry_control(e, 2.392, 2.385, 2.401);
	return s;
}

static void add_one_run(struct session *s)
{
	struct entry *e = session_entry(s, "sched/pipe", "round trip");

	e->threads = true;
	set_cpus(e, 2, (int[]){ 0, 3 }, "llc");
	set_text(&e->policy, "fifo:10");
	set_text(&e->calls, "inline");
	promise(e, REGIME_SPREAD, 2, 2);
	entry_run(e, 1000, 30125000);
}

static void add_preempted(struct session *s)
{
	struct entry *e = session_entry(s, "sched/socketpair", "round trip");
	static const uint64_t elapsed[] = { 4900000, 5000000, 5100000 };

	promise(e, REGIME_PREEMPT, 2, 4);
	for (size_t i = 0; i < COUNT(elapsed); i++) {
		struct sample *r = entry_run(e, 1000, elapsed[i]);

		r->figures.nivcsw = 530;
		r->figures.cpu_ns = 4464286;
	}
	entry_control(e, 1.002, 0.997, 1.006);
	ck_assert_int_eq(findings_add(&e->notes, "W-CONTEND",
				      "another task ran on CPU 1"),
			 0);
}

static void add_groups(struct session *s)
{
	struct entry *e = session_entry(s, "sched/messaging", "message");

	e->nr_tasks = 40;
	e->nr_groups = 2;
	set_cpus(e, 0, NULL, "any");
	promise(e, REGIME_MIXED, 0, 1e9);
	e->bytes_per_op = 100;
	e->ops = 40000;
	set_text(&e->policy, "batch");
	for (size_t i = 0; i < 7; i++)
		entry_run(e, 80000, 48000000 + i * 250000);
	e->runs[2].valid = false;
	e->nr_replaced = 1;
	ck_assert_int_eq(findings_add(&e->runs[2].why, "E-THROT",
				      "throttled for 3 ms, 2 times"),
			 0);
	ck_assert_int_eq(entry_add_error(e, "task 3 of run 5 was killed"), 0);
}

static void add_syscall(struct session *s)
{
	struct entry *e = session_entry(s, "syscall/basic", "call");

	e->nr_tasks = 1;
	e->ops = 1000000;
	set_cpus(e, 1, (int[]){ 1 }, "same");
	promise(e, REGIME_FORCED, 0, 0);
	for (size_t i = 0; i < 6; i++)
		entry_run(e, 1000000, 196383000 + i)->figures.nvcsw = 0;
}

static void add_recorded(struct session *s)
{
	struct entry *e = session_entry(s, "wake/timer", "wake-up");

	e->records = true;
	promise(e, REGIME_FORCED, 1, 3);
	for (size_t i = 0; i < 6; i++) {
		struct sample *r = entry_run(e, 1000, 1000000000);

		r->records_ns = 52000.5 + (double)i;
		r->nr_records = 1000;
		r->figures.cpu_ns = NOT_MEASURED;
	}
}

static void add_invalid(struct session *s)
{
	struct entry *e = session_entry(s, "sched/yield", "yield");

	e->status = ENTRY_INVALID;
	e->nr_replaced = 1;
	for (size_t i = 0; i < 3; i++) {
		struct sample *r = entry_run(e, 1000, 500000 + i);

		r->figures.nvcsw = 2;
		r->valid = false;
		ck_assert_int_eq(
			findings_add(&r->why, "E-SWOP",
				     "0.002 switches/op, expected 1.000"),
			0);
	}
}

static void add_unmeasured(struct session *s)
{
	struct entry *e = session_entry(s, "sched/mq", "round trip");

	e->status = ENTRY_SKIPPED;
	e->reason = text("no POSIX message queues: mount mqueue");
	e = session_entry(s, "sched/crash", "op");
	e->status = ENTRY_FAILED;
	e->reason = text("task 1 of run 1 got signal 11 (SIGSEGV)");
	ck_assert_int_eq(entry_add_error(e, e->reason), 0);
	e = session_entry(s, "sched/late", "op");
	e->status = ENTRY_FAILED;
	e->reason = text("run 2 took longer than --timeout 1s");
	entry_run(e, 1000, 2000000);
}

struct session session_mixed(void)
{
	struct session s = session_plain(3);

	s.complete = false;
	add_one_run(&s);
	add_preempted(&s);
	add_groups(&s);
	add_syscall(&s);
	add_recorded(&s);
	add_invalid(&s);
	add_unmeasured(&s);
	return s;
}
