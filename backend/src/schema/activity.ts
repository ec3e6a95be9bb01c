import { defineEntity, p } from '@mikro-orm/core';
import { bigint, date } from './columns.js';
import type { Json } from './json.js';

export const activeUsers = defineEntity({
  name: 'active_users',
  properties: {
    period: p.text().primary(),
    start: date().primary(),
    user_id: p.uuid().primary(),
  },
  indexes: [{ name: 'active_users_user', properties: ['user_id'] }],
});

export const activity = defineEntity({
  name: 'activity',
  properties: {
    id: p.uuid().primary(),
    action: p.text(),
    content_type: p.text(),
    content_id: p.uuid(),
    user_id: p.uuid().nullable(),
    created_at: p.datetime(),
  },
  indexes: [
    { name: 'activity_changes', properties: ['id'], where: `action <> 'viewed'` },
    { name: 'activity_user', properties: ['user_id'], where: 'user_id is not null' },
    {
      name: 'activity_created',
      expression: `create index activity_created on activity using brin (created_at)`,
    },
  ],
});

export const auditLog = defineEntity({
  name: 'audit_log',
  properties: {
    id: p.uuid().primary(),
    actor_id: p.uuid().nullable(),
    actor_name: p.text(),
    action: p.text(),
    subject_type: p.text(),
    subject_id: p.text(),
    before: p.json<Json<Record<string, unknown>>>().nullable(),
    after: p.json<Json<Record<string, unknown>>>().nullable(),
    created_at: p.datetime(),
  },
  indexes: [
    {
      name: 'audit_log_actor',
      expression: 'create index audit_log_actor on audit_log (actor_id, id desc)',
    },
    {
      name: 'audit_log_action',
      properties: ['action', 'id'],
      columns: [{ name: 'action' }, { name: 'id', sort: 'desc' }],
    },
    {
      name: 'audit_log_subject',
      expression: 'create index audit_log_subject on audit_log (subject_type, subject_id, id desc)',
    },
  ],
});

export const counters = defineEntity({
  name: 'counters',
  properties: {
    name: p.text().primary(),
    n: bigint(),
  },
});
