/* SPDX-License-Identifier: MIT */
/*
 * core/compare/group.h - files of one machine as one column, and how machines
 * differ.
 */
#ifndef CORE_COMPARE_GROUP_H
#define CORE_COMPARE_GROUP_H

#include "compare/types.h"

/**
 * compare_host - relate a group's machine to the base's
 *
 * Return: enum compare_host.
 */
int compare_host(const struct compare *c, const struct compare_group *g);

/**
 * compare_fact - a fact of a group
 *
 * Return: its value, or NULL.
 */
const char *compare_fact(const struct compare_group *g, const char *name);

/* What stands before the name of a label that is looked at as a fact. */
#define COMPARE_LABEL "label:"

/* A fact of a session or, of "label:KEY", its label; or NULL. */
const char *compare_session_fact(const struct session *s, const char *name);

/* Whether a group has a fact of that name, known or not. */
bool compare_has_fact(const struct compare_group *g, const char *name);

/**
 * compare_changed - whether a fact differs from the base's
 * @name:	of a fact of either; ids, the host's name and what depends on
 *		the moment never count
 */
bool compare_changed(const struct compare *c, const struct compare_group *g,
		     const char *name);

/**
 * compare_group_of - the group of a session, made if need be
 * @group:	its index; COMPARE_NONE: the session is already in it
 *
 * Return: 0 or -ENOMEM.
 */
int compare_group_of(struct compare *c, const struct session *s,
		     const char *path, int by, uint32_t *group);

/**
 * compare_group_of_place - likewise, of a place of a sweep of @s
 * @first:	groups from there on are of the same file
 * Return: 0 or -ENOMEM.
 */
int compare_group_of_place(struct compare *c, const struct session *s,
			   const char *path, const struct sweep *place,
			   size_t first, uint32_t *group);

/* The label of the n-th column, from 0: "A" to "Z", "AA", ... */
void compare_label(char *label, size_t len, size_t n);

void compare_group_free(struct compare_group *g);

#endif
