/* SPDX-License-Identifier: MIT */
/*
 * core/result/status.c - what became of a session as a whole.
 */
#include "result/status.h"

#include <stdio.h>

/*
 * Half of the runs asked for are no result. Where a limit of time ended the
 * session there are fewer runs than that, valid ones or not.
 */
static bool too_few_valid(const struct entry *e, uint32_t repeat)
{
	uint64_t asked, valid = 0, last = 0;

	for (size_t i = 0; i < e->nr_runs; i++) {
		valid += e->runs[i].valid;
		if (e->runs[i].session > last)
			last = e->runs[i].session;
	}
	asked = repeat * (last + 1);
	return e->nr_runs + e->nr_errors >= asked && 2 * valid < asked;
}

bool entry_failed(const struct entry *e, uint32_t repeat)
{
	/* Also one that yielded its number, but not its control. */
	for (size_t i = 0; i < e->nr_paired; i++)
		if (e->paired[i].reason)
			return true;
	if (e->status == ENTRY_DONE)
		return too_few_valid(e, repeat);
	return e->status == ENTRY_FAILED || e->status == ENTRY_INVALID;
}

static size_t nr_done(const struct session *s)
{
	size_t done = 0;

	for (size_t i = 0; i < s->nr_entries; i++)
		done += s->entries[i].status == ENTRY_DONE;
	return done;
}

static const struct entry *first_failed(const struct session *s)
{
	for (size_t i = 0; i < s->nr_entries; i++)
		if (entry_failed(&s->entries[i], s->repeat))
			return &s->entries[i];
	return NULL;
}

int session_status(const struct session *s)
{
	if (!s->complete)
		return SESSION_INTERRUPTED;
	if (first_failed(s))
		return SESSION_FAILED;
	return nr_done(s) ? SESSION_DONE : SESSION_NOTHING;
}

const char *session_status_word(int status)
{
	static const char *const words[] = {
		[SESSION_DONE] = "done",
		[SESSION_FAILED] = "failed",
		[SESSION_INTERRUPTED] = "interrupted",
		[SESSION_NOTHING] = "nothing",
	};

	return words[status];
}

static const char *entry_why(const struct entry *e)
{
	for (size_t i = 0; i < e->nr_paired; i++)
		if (e->paired[i].reason)
			return e->paired[i].reason;
	if (e->reason)
		return e->reason;
	if (e->nr_errors)
		return e->errors[0];
	return e->status == ENTRY_INVALID ? "every run is invalid" :
					    "half of its runs are not valid";
}

const char *session_status_why(const struct session *s, char *buf, size_t len)
{
	const struct entry *failed = first_failed(s);

	if (failed)
		snprintf(buf, len, "%s: %s", failed->name, entry_why(failed));
	else
		snprintf(buf, len, "%zu of %zu benchmarks measured", nr_done(s),
			 s->nr_entries);
	return buf;
}
