// Faults in administration and analytics.
const admin = 'backend/src/modules/admin';
const analytics = 'backend/src/modules/analytics';

/** @type {import('../lib/mutations.mjs').Fault[]} */
export const administrationFaults = [
  {
    name: 'alert-late',
    file: `${admin}/health/alert-states.ts`,
    from: 'state.bad_checks < CHECKS_UNTIL_NOTIFIED',
    to: 'state.bad_checks <= CHECKS_UNTIL_NOTIFIED',
    wrong: 'Administrators are notified one check too late.',
    tests: [`${admin}/health/alert-states.spec.ts`],
  },
  {
    name: 'hidden-again',
    file: `${admin}/moderation/reports.service.ts`,
    from: '(await this.reports.wasDecided(subject)) || (await this.wasRestored(subject))',
    to: 'await this.reports.wasDecided(subject)',
    wrong: 'Reports hide again what a moderator has restored without a report.',
    tests: [`${admin}/moderation/hiding.int-spec.ts`],
  },
  {
    name: 'own-content-decided',
    file: `${admin}/moderation/moderation.service.ts`,
    from: 'if (subject.authorId === actor.id && !canModerateOwn(actor))',
    to: 'if (subject.authorId === actor.id && canModerateOwn(actor))',
    wrong: 'Moderators decide on reports about their own content.',
    tests: [`${admin}/moderation/decisions.int-spec.ts`],
  },
  {
    name: 'assignment-stays',
    file: `${admin}/moderation-queue/moderation-queue.service.ts`,
    from: ' or m.assigned_at < ${waitsSince}',
    to: '',
    wrong: 'What was decided on is still assigned to someone when it comes back.',
    tests: [`${admin}/moderation-queue/moderation-queue.int-spec.ts`],
  },
  {
    name: 'audit-log-deleted',
    file: `${admin}/audit-log/audit-log.service.ts`,
    from: '    if (days === 0) return;\n',
    to: '',
    wrong: 'The audit log is emptied although the setting says that all of it is kept.',
    tests: [`${admin}/audit-log/audit-log.int-spec.ts`],
  },
  {
    name: 'export-last-page',
    file: `${analytics}/export/analytics-exporter.ts`,
    from: 'hasMore = page.length === PAGE;',
    to: 'hasMore = page.length > PAGE;',
    wrong: 'An export ends after its first thousand events.',
    tests: [`${analytics}/export/analytics-export.int-spec.ts`],
  },
  {
    name: 'growth-period',
    file: `${analytics}/figures/figures.queries.ts`,
    from: 'filter (where r.day <= ${middle}::date), 0)::int as earlier',
    to: 'filter (where r.day < ${middle}::date), 0)::int as earlier',
    wrong: 'Growth is compared with 29 days instead of 30.',
    tests: ['backend/test/analytics-figures.int-spec.ts'],
  },
  {
    name: 'activity-repeated',
    file: `${analytics}/activity/activity.queries.ts`,
    from: "'e.id', '<', before!",
    to: "'e.id', '<=', before!",
    wrong: 'The last event of a page is also the first one of the next.',
    tests: [`${analytics}/export/analytics-export.int-spec.ts`],
  },
];
