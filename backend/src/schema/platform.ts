import { defineEntity, p } from '@mikro-orm/core';
import { bigint, cascade, date, setNull } from './columns.js';
import { files, sessions, users } from './accounts.js';
import type { Json } from './json.js';

export const backupVerifications = defineEntity({
  name: 'backup_verifications',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    sha256: p.text(),
    verified_at: p.datetime(),
    archive_created_at: p.datetime().nullable(),
  },
});

export const backups = defineEntity({
  name: 'backups',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    status: p.enum(['running', 'complete', 'failed'] as const),
    progress: p.smallint(),
    size_bytes: bigint().nullable(),
    sha256: p.text().nullable(),
    missing_files: p.integer(),
    error: p.text().nullable(),
    is_scheduled: p.boolean(),
    requested_by: () => setNull(users).nullable(),
    created_at: p.datetime(),
    updated_at: p.datetime(),
    finished_at: p.datetime().nullable(),
    was_interrupted: p.boolean().default(false),
  },
  uniques: [
    { name: 'backups_name_unique', properties: ['name'] },
    {
      name: 'backups_running',
      expression: `create unique index backups_running on backups ((true)) where status = 'running'`,
    },
  ],
  checks: [{ name: 'backups_progress_check', expression: 'progress >= 0 and progress <= 100' }],
});

export const dailyContentViews = defineEntity({
  name: 'daily_content_views',
  properties: {
    day: date().primary(),
    content_id: p.uuid().primary(),
    kind: p.text(),
    n: p.integer(),
  },
});

export const dailyRollups = defineEntity({
  name: 'daily_rollups',
  properties: {
    day: date().primary(),
    metric: p.text().primary(),
    kind: p.text().primary(),
    n: p.integer(),
  },
});

export const failedSignIns = defineEntity({
  name: 'failed_sign_ins',
  properties: {
    period_start: p.datetime().primary(),
    n: p.integer(),
  },
});

export const fileUses = defineEntity({
  name: 'file_uses',
  properties: {
    file: () => cascade(files).primary(),
    subject_type: p.text().primary(),
    subject_id: p.uuid().primary(),
  },
  indexes: [{ name: 'file_uses_subject', properties: ['subject_type', 'subject_id'] }],
});

export const healthAlerts = defineEntity({
  name: 'health_alerts',
  properties: {
    code: p.text().primary(),
    check_name: p.text(),
    detail: p.text(),
    since: p.datetime(),
    checked_at: p.datetime(),
    bad_checks: p.integer(),
    good_checks: p.integer(),
    notified_at: p.datetime().nullable(),
  },
});

export const mailDeliveries = defineEntity({
  name: 'mail_deliveries',
  properties: {
    id: p.boolean().primary(),
    delivered_at: p.datetime().nullable(),
    failed_at: p.datetime().nullable(),
    error: p.text().nullable(),
  },
  checks: [{ name: 'mail_deliveries_id_check', expression: 'id' }],
});

/** What users choose about notifications. Users without a row have the defaults. */
export const notificationSettings = defineEntity({
  name: 'notification_settings',
  properties: {
    user: () => cascade(users).primary(),
    /** topics without notifications in the hub */
    muted_in_app: p.array().defaultRaw(`'{}'::text[]`),
    /** topics without mails */
    muted_email: p.array().defaultRaw(`'{}'::text[]`),
    digest: p.enum(['off', 'daily', 'weekly'] as const).default('off'),
    /** IANA name; null means UTC */
    time_zone: p.text().nullable(),
    next_digest_at: p.datetime().nullable(),
    /** end of the period that the last digest covers */
    digested_at: p.datetime().nullable(),
    /** the last digest that was sent or is being sent, a UUIDv7 */
    sent_digest: p.uuid().nullable(),
  },
  indexes: [
    {
      name: 'notification_settings_next_digest',
      properties: ['next_digest_at'],
      where: 'next_digest_at is not null',
    },
  ],
});

export const notifications = defineEntity({
  name: 'notifications',
  properties: {
    id: p.uuid().primary(),
    user: () => cascade(users),
    event_key: p.text(),
    kind: p.text(),
    subject_type: p.text().nullable(),
    subject_id: p.uuid().nullable(),
    title: p.text(),
    message: p.text(),
    url: p.text(),
    in_app: p.boolean(),
    created_at: p.datetime(),
    read_at: p.datetime().nullable(),
    bundle_key: p.text().nullable(),
    bundle_first: p.integer().nullable(),
    bundle_last: p.integer().nullable(),
    /** who acted, for the avatar; null for the system and for moderators, who stay anonymous */
    actor: () => setNull(users).nullable(),
    /** the thread or item that lists group by, such as `thread:` and its id */
    group_key: p.text().nullable(),
    /** the comment or post whose text is shown, where that is not the subject */
    source_type: p.text().nullable(),
    source_id: p.uuid().nullable(),
  },
  indexes: [
    {
      name: 'notifications_unread',
      expression: `create index notifications_unread on notifications (user_id, id desc)
        where in_app and read_at is null`,
    },
    {
      name: 'notifications_created',
      expression: 'create index notifications_created on notifications using brin (created_at)',
    },
    {
      name: 'notifications_latest',
      expression: 'create index notifications_latest on notifications (user_id, created_at desc, id desc) where in_app',
    },
    {
      name: 'notifications_group',
      expression: `create index notifications_group on notifications (user_id, group_key, created_at desc, id desc)
        where in_app and group_key is not null`,
    },
    { name: 'notifications_actor', properties: ['actor'], where: 'actor_id is not null' },
    { name: 'notifications_read', properties: ['read_at'], where: 'read_at is not null' },
    {
      name: 'notifications_unread_subject',
      properties: ['subject_id'],
      where: 'read_at is null and subject_id is not null',
    },
  ],
  uniques: [
    { name: 'notifications_event_key_unique', properties: ['user', 'event_key'] },
    {
      name: 'notifications_bundle',
      properties: ['bundle_key'],
      where: 'in_app and read_at is null and bundle_key is not null',
    },
  ],
  checks: [{ name: 'notifications_check', expression: '(subject_type is null) = (subject_id is null)' }],
});

/** Browsers that receive push notifications: one for each session at most, with which it ends. */
export const pushSubscriptions = defineEntity({
  name: 'push_subscriptions',
  properties: {
    session: () => cascade(sessions).primary(),
    user: () => cascade(users),
    /** address at the push service of the browser; who knows it can send messages there */
    endpoint: p.text(),
    /** public key of the browser, base64url */
    p256dh: p.text(),
    /** secret that the browser shares with the hub, base64url */
    auth: p.text(),
    created_at: p.datetime(),
  },
  indexes: [{ name: 'push_subscriptions_user', properties: ['user'] }],
  uniques: [{ name: 'push_subscriptions_endpoint_unique', properties: ['endpoint'] }],
});

export const rateLimits = defineEntity({
  name: 'rate_limits',
  properties: {
    key: p.text().primary(),
    window_start: p.datetime(),
    hits: p.integer(),
    expires_at: p.datetime(),
  },
  indexes: [{ name: 'rate_limits_expires_at', properties: ['expires_at'] }],
});

export const settings = defineEntity({
  name: 'settings',
  properties: {
    key: p.text().primary(),
    value: p.json<Json<unknown>>(),
    updated_at: p.datetime(),
  },
});

export const topContent = defineEntity({
  name: 'top_content',
  properties: {
    days: p.integer().primary(),
    content_id: p.uuid().primary(),
    kind: p.text(),
    n: bigint(),
  },
});

export const uploads = defineEntity({
  name: 'uploads',
  properties: {
    id: p.uuid().primary(),
    owner: () => cascade(users),
    name: p.text(),
    size: bigint(),
    created_at: p.datetime(),
    expires_at: p.datetime(),
    finished_at: p.datetime().nullable(),
    claimed_at: p.datetime().nullable(),
    received: bigint().defaultRaw('0'),
    active_at: p.datetime().nullable(),
  },
  indexes: [
    { name: 'uploads_owner', properties: ['owner'] },
    { name: 'uploads_unused', properties: ['owner'], where: 'claimed_at is null' },
    { name: 'uploads_expiry', properties: ['expires_at'] },
  ],
  checks: [
    { name: 'uploads_size_check', expression: 'size >= 0' },
    { name: 'uploads_received_check', expression: 'received >= 0' },
  ],
});
