import { defineEntity, p } from '@mikro-orm/core';
import { cascade, restrict } from './columns.js';
import { users } from './accounts.js';

export const moderationAssignments = defineEntity({
  name: 'moderation_assignments',
  properties: {
    subject_type: p.enum(['document', 'video', 'comment', 'thread', 'post'] as const).primary(),
    subject_id: p.uuid().primary(),
    user: () => cascade(users),
    assigned_at: p.datetime(),
  },
  indexes: [
    { name: 'moderation_assignments_user', properties: ['user'] },
    { name: 'moderation_assignments_oldest', properties: ['assigned_at'] },
  ],
});

export const reports = defineEntity({
  name: 'reports',
  properties: {
    id: p.uuid().primary(),
    subject_type: p.enum(['document', 'video', 'comment', 'thread', 'post'] as const),
    subject_id: p.uuid(),
    reporter: () => restrict(users),
    reason: p.text(),
    state: p.enum(['OPEN', 'DISMISSED', 'UPHELD'] as const),
    created_at: p.datetime(),
    decided_at: p.datetime().nullable(),
    decided_by: () => restrict(users).fieldName('decided_by').nullable(),
    weight: p.smallint().default(1),
  },
  indexes: [
    {
      name: 'reports_oldest',
      properties: ['subject_type', 'created_at', 'subject_id'],
      where: `state = 'OPEN'`,
    },
    {
      name: 'reports_by_state',
      properties: ['state', 'id'],
      columns: [{ name: 'state' }, { name: 'id', sort: 'desc' }],
    },
    { name: 'reports_open', properties: ['subject_type', 'subject_id'], where: `state = 'OPEN'` },
    { name: 'reports_reporter', properties: ['reporter'] },
    { name: 'reports_decider', properties: ['decided_by'], where: 'decided_by is not null' },
  ],
  uniques: [{ name: 'reports_subject_reporter_unique', properties: ['subject_type', 'subject_id', 'reporter'] }],
  checks: [
    { name: 'reports_decided', expression: `(state = 'OPEN') = (decided_at is null)` },
    { name: 'reports_weight_check', expression: 'weight >= 0 and weight <= 2' },
  ],
});
