/* SPDX-License-Identifier: MIT */
/*
 * core/machine/place_spec.h - CPU placements and CPU lists as text. Pure.
 */
#ifndef CORE_MACHINE_PLACE_SPEC_H
#define CORE_MACHINE_PLACE_SPEC_H

#include <stdbool.h>
#include <stddef.h>

/* No machine has a CPU with a higher number. */
#define PLACE_MAX_CPU 65535

/**
 * enum place_kind - how -c is meant
 * @PLACE_LIST:	CPUs in the order given, round robin per group
 * @PLACE_SAME:	all tasks on one allowed CPU, the last one
 * @PLACE_APART: each task of a group on another allowed CPU, of another core
 *		where the kernel shows enough cores
 * @PLACE_SMT:	hardware threads of one core
 * @PLACE_LLC:	different cores under one last-level cache
 * @PLACE_PACKAGE: one package, different last-level caches
 * @PLACE_REMOTE: different packages
 * @PLACE_ANY:	not pinned
 * @PLACE_NODE0:	not pinned to a CPU, but kept on those of NUMA node 0
 * @PLACE_EACH:	sweep: each allowed CPU, one after another (one CPU a plan)
 * @PLACE_PAIRS: sweep: each pair of allowed CPUs
 *
 * Every group gets the same CPUs: with PLACE_SAME all groups share one. Where
 * a group has more tasks than CPUs stand in the relation, its tasks go round
 * robin over those that do.
 */
enum place_kind {
	PLACE_LIST,
	PLACE_SAME,
	PLACE_APART,
	PLACE_SMT,
	PLACE_LLC,
	PLACE_PACKAGE,
	PLACE_REMOTE,
	PLACE_ANY,
	PLACE_NODE0,
	PLACE_EACH,
	PLACE_PAIRS,
};

/**
 * struct place_spec - a parsed -c
 * @kind:	enum place_kind
 * @cpus:	for PLACE_LIST: @nr CPU numbers as given, repeats kept
 * @nr:		how many
 */
struct place_spec {
	int kind;
	int *cpus;
	size_t nr;
};

/**
 * place_parse - read a -c argument
 * @text:	a word ("same", "smt", ...), or a list: "2", "2,0", "0,2-5",
 *		"0-7:2" (every second one). Order and repeats are kept.
 * @out:	to be freed with place_spec_free(); empty on error
 *
 * Strict: the whole text counts; no blanks, no empty item, no range that
 * runs backwards, no step of 0.
 *
 * Return: 0, -EINVAL (not a list or word), -ERANGE (a CPU number over
 * PLACE_MAX_CPU, or more entries than that), -ENOMEM. Does not print.
 */
int place_parse(const char *text, struct place_spec *out);

void place_spec_free(struct place_spec *s);

/* The word for a kind ("same", "list", ...); static. */
const char *place_kind_name(int kind);

/* Whether it is one of the relations that the topology decides. */
bool place_is_relation(int kind);

/**
 * place_list_text - "0,2-5" for CPU numbers in any order
 *
 * Return: malloc'ed text, NULL: no memory.
 */
char *place_list_text(const int *cpus, size_t nr);

#endif
