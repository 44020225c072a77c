/* SPDX-License-Identifier: MIT */
/*
 * core/compare/fleet.h - many machines side by side: one value per machine and
 * benchmark, and which machines are unlike the others of their configuration.
 *
 *	fleet_add(&f, path, &session);		each file
 *	fleet_leave_out(&f, path, "empty");	or why not
 *	fleet_judge(&f);
 *	... f.machines ...
 *	fleet_free(&f);
 */
#ifndef CORE_COMPARE_FLEET_H
#define CORE_COMPARE_FLEET_H

#include "compare/types.h"

/* A machine is named from this robust z on, and this difference. */
#define FLEET_Z 5.0
#define FLEET_LEAST 0.05

/* Fewer machines of a configuration say nothing about each other. */
#define FLEET_FEW 4

/**
 * struct fleet_value - a benchmark in a session, or on a machine
 * @key:	of the benchmark in its configuration
 * @ns:		median, per op or as recorded
 * @two_modes:	the runs, or the sessions, have two levels
 * @ratio:	to the median of the configuration; NaN: too few machines
 * @z:		robust: by median and MAD of the logarithms; NaN likewise
 * @outlier:	beyond FLEET_Z and FLEET_LEAST
 */
struct fleet_value {
	uint32_t key;
	double ns;
	bool two_modes;
	double ratio, z;
	bool outlier;
};

/* struct fleet_session - @nr values by key, of one file */
struct fleet_session {
	char *path, *id, *created, *boot;
	uint32_t machine, config;
	size_t nr;
	struct fleet_value *v;
};

/**
 * struct fleet_machine - one machine
 * @name:	of the host; "h7 #2" for the second of that name
 * @host, @instance, @install, @product: facts, or NULL
 * @nr_sessions: of it
 * @config:	of its last session; only sessions of that are judged
 * @changed:	earlier sessions were of another configuration
 * @values:	@nr of them by key: medians over the sessions
 * @nr_outliers, @worst: values that are, and the index of the furthest
 * @nr_two_modes, @two_modes: likewise
 * @drift:	last session over first one, median of the benchmarks; NaN: one
 *		session
 * @drifts:	beyond FLEET_LEAST and FLEET_Z of what others do
 * @clone_of:	another machine of the same installation; COMPARE_NONE: none
 * @same_name:	another machine has this host name
 * @shared:	two machines seem to have this name and installation
 */
struct fleet_machine {
	char *name, *host, *instance, *install, *product;
	size_t nr_sessions;
	uint32_t config;
	bool changed;
	size_t nr;
	struct fleet_value *values;
	size_t nr_outliers, worst, nr_two_modes, two_modes;
	double drift;
	bool drifts;
	uint32_t clone_of;
	bool same_name, shared;
};

/**
 * struct fleet_config - one configuration of one model
 * @label:	"A" for the most common one
 * @id:		config_id, or what stands for it
 * @facts:	@nr_facts of the first session
 * @nr_machines: that have it
 */
struct fleet_config {
	char label[8];
	char *id;
	size_t nr_facts;
	struct fact *facts;
	size_t nr_machines;
};

/**
 * struct fleet_spread - a benchmark over the machines of a configuration
 * @config, @key: indices
 * @nr:		machines
 * @min, @q1, @median, @q3, @max: of their values, ns
 * @sd:		robust standard deviation, relative
 * @nr_outliers: machines
 */
struct fleet_spread {
	uint32_t config, key;
	size_t nr;
	double min, q1, median, q3, max, sd;
	size_t nr_outliers;
};

/**
 * struct fleet - all of it; start with {0}
 * @keys:	of benchmarks; nothing else of it is used
 * @sessions:	@nr_sessions, by machine, then time, once judged
 * @machines:	@nr_machines
 * @configs:	@nr_configs, the most common first, once judged
 * @spreads:	@nr_spreads by configuration and key, once judged
 * @left_out:	path and why
 * @missing:	names that were expected and have no machine
 * @unexpected:	the other way round
 * @nr_named:	machines about which there is something to say
 */
struct fleet {
	struct compare keys;
	size_t nr_sessions, nr_machines, nr_configs, nr_spreads, nr_named;
	struct fleet_session *sessions;
	struct fleet_machine *machines;
	struct fleet_config *configs;
	struct fleet_spread *spreads;
	struct findings left_out;
	size_t nr_missing, nr_unexpected, nr_expected;
	char **missing, **unexpected;
	struct hash_table ids, names, config_ids;
};

/* Takes in a session, or leaves it out if it is no whole one, or known.
 * Return: 0 or -ENOMEM. */
int fleet_add(struct fleet *f, const char *path, const struct session *s);

/* Notes a file that is left out. Return: 0 or -ENOMEM. */
int fleet_leave_out(struct fleet *f, const char *path, const char *why);

/**
 * fleet_expect - which machines there should be
 * @text:	host names, one a line; what follows '#' is ignored. A name
 *		without a domain stands for the host with any
 *
 * To be called when all sessions are there. Return: 0 or -ENOMEM.
 */
int fleet_expect(struct fleet *f, const char *text);

/* Whether values, which are sorted, lie on two levels far apart. */
bool fleet_two_levels(double *x, size_t n);

/* Whether there is something to say about a machine, once judged. */
bool fleet_named(const struct fleet_machine *m);

void fleet_free(struct fleet *f);

#endif
