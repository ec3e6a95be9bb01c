import { defineEntity, p } from '@mikro-orm/core';
import type { Language } from '@hub/shared/languages';
import { bigint, cascade, FORMER_MEMBER, restrict, setNull } from './columns.js';
import type { Json, NotificationPreferences, RoleStyle } from './json.js';

export const apiTokens = defineEntity({
  name: 'api_tokens',
  properties: {
    id: p.uuid().primary(),
    user: () => cascade(users),
    name: p.text(),
    token_hash: p.text(),
    hint: p.text(),
    scopes: p.array<'read' | 'write'>(),
    created_at: p.datetime(),
    expires_at: p.datetime().nullable(),
    last_used_at: p.datetime().nullable(),
  },
  indexes: [{ name: 'api_tokens_user_id', properties: ['user'] }],
  uniques: [{ name: 'api_tokens_token_hash_unique', properties: ['token_hash'] }],
  checks: [
    { name: 'api_tokens_scopes_check', expression: `(scopes <@ '{read,write}'::text[]) and (cardinality(scopes) > 0)` },
  ],
});

export const externalIdentities = defineEntity({
  name: 'external_identities',
  properties: {
    issuer: p.text().primary(),
    subject: p.text().primary(),
    user: () => cascade(users),
    created_at: p.datetime(),
    last_used_at: p.datetime(),
    id: p.uuid(),
  },
  indexes: [{ name: 'external_identities_user_id', properties: ['user'] }],
  uniques: [{ name: 'external_identities_id_unique', properties: ['id'] }],
});

export const idempotencyKeys = defineEntity({
  name: 'idempotency_keys',
  properties: {
    user: () => cascade(users).primary(),
    key: p.text().primary(),
    request_hash: p.text(),
    answer: p.json<Json<unknown>>().nullable(),
    expires_at: p.datetime(),
  },
  indexes: [{ name: 'idempotency_keys_expires_at', properties: ['expires_at'] }],
});

export const invitations = defineEntity({
  name: 'invitations',
  properties: {
    id: p.uuid().primary(),
    email: p.string().columnType('citext'),
    token_hash: p.text(),
    role: () => cascade(roles).fieldName('role').nullable(),
    invited_by: () => setNull(users).fieldName('invited_by').nullable(),
    is_mailed: p.boolean(),
    created_at: p.datetime(),
    expires_at: p.datetime(),
  },
  indexes: [
    { name: 'invitations_expires_at', properties: ['expires_at'] },
    { name: 'invitations_role', properties: ['role'], where: 'role is not null' },
    { name: 'invitations_invited_by', properties: ['invited_by'], where: 'invited_by is not null' },
  ],
  uniques: [
    { name: 'invitations_email_unique', properties: ['email'] },
    { name: 'invitations_token_hash_unique', properties: ['token_hash'] },
  ],
});

export const oneTimeTokens = defineEntity({
  name: 'one_time_tokens',
  properties: {
    hash: p.text().primary(),
    kind: p.text(),
    user: () => cascade(users).nullable(),
    browser_hash: p.text().nullable(),
    data: p.json<Json<unknown>>(),
    expires_at: p.datetime(),
    used_at: p.datetime().nullable(),
  },
  indexes: [
    { name: 'one_time_tokens_user_id', properties: ['user', 'kind'] },
    { name: 'one_time_tokens_expires_at', properties: ['expires_at'] },
  ],
});

export const passkeys = defineEntity({
  name: 'passkeys',
  properties: {
    id: p.uuid().primary(),
    user: () => cascade(users),
    credential_id: p.text(),
    public_key: p.blob(),
    counter: bigint(),
    transports: p.array(),
    backed_up: p.boolean(),
    name: p.text(),
    created_at: p.datetime(),
    last_used_at: p.datetime().nullable(),
  },
  indexes: [{ name: 'passkeys_user_id', properties: ['user'] }],
  uniques: [{ name: 'passkeys_credential_id_unique', properties: ['credential_id'] }],
});

export const roleCodeRedemptions = defineEntity({
  name: 'role_code_redemptions',
  properties: {
    code: () => cascade(roleCodes).primary(),
    user: () => cascade(users).primary(),
    redeemed_at: p.datetime(),
  },
  indexes: [{ name: 'role_code_redemptions_user', properties: ['user'] }],
});

export const roleCodes = defineEntity({
  name: 'role_codes',
  properties: {
    id: p.uuid().primary(),
    code_hash: p.text(),
    hint: p.text(),
    role: () => cascade(roles).fieldName('role'),
    max_uses: p.integer(),
    used_count: p.integer().default(0),
    expires_at: p.datetime().nullable(),
    created_by: () => setNull(users).fieldName('created_by').nullable(),
    created_at: p.datetime(),
  },
  indexes: [
    { name: 'role_codes_created_by', properties: ['created_by'] },
    { name: 'role_codes_role', properties: ['role'] },
  ],
  uniques: [{ name: 'role_codes_code_hash_unique', properties: ['code_hash'] }],
  checks: [
    { name: 'role_codes_max_uses_check', expression: 'max_uses > 0' },
    { name: 'role_codes_check', expression: 'used_count >= 0 and used_count <= max_uses' },
  ],
});

export const roles = defineEntity({
  name: 'roles',
  properties: {
    name: p.text().primary(),
    id: p.uuid(),
    display_name: p.text(),
    description: p.text(),
    color: p.text(),
    priority: p.integer(),
    is_system: p.boolean(),
    permissions: p.array(),
    badge_visible: p.boolean(),
    style: p.json<Json<Partial<RoleStyle>>>(),
    created_at: p.datetime(),
  },
  uniques: [{ name: 'roles_id_unique', properties: ['id'] }],
  checks: [{ name: 'roles_priority_check', expression: 'priority >= 0 and priority <= 100' }],
});

export const sessions = defineEntity({
  name: 'sessions',
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the token, which is not stored */
    token_hash: p.text(),
    user: () => cascade(users),
    created_at: p.datetime(),
    expires_at: p.datetime(),
    /** when the user last presented credentials */
    authenticated_at: p.datetime(),
    last_seen_at: p.datetime(),
    user_agent: p.text(),
    ip: p.text(),
  },
  indexes: [
    { name: 'sessions_user_id_index', properties: ['user'] },
    { name: 'sessions_expires_at_index', properties: ['expires_at'] },
  ],
  uniques: [{ name: 'sessions_token_hash_unique', properties: ['token_hash'] }],
});

export const signInLockouts = defineEntity({
  name: 'sign_in_lockouts',
  properties: {
    user: () => cascade(users).primary(),
    locked_until: p.datetime(),
  },
  indexes: [{ name: 'sign_in_lockouts_locked_until', properties: ['locked_until'] }],
});

export const userStats = defineEntity({
  name: 'user_stats',
  properties: {
    user: () => cascade(users).primary(),
    post_count: p.integer().default(0),
    reputation: p.integer().default(0),
  },
});

export const users = defineEntity({
  name: 'users',
  properties: {
    id: p.uuid().primary(),
    email: p.string().columnType('citext'),
    email_verified_at: p.datetime().nullable(),
    /** for mentions; derived from the name */
    handle: p.string().columnType('citext'),
    name: p.text(),
    /** null: no password yet, the user signs in by other means */
    password_hash: p.text().nullable(),
    role: () => restrict(roles).fieldName('role'),
    bio: p.text(),
    skills: p.array(),
    preferences: p.json<Json<NotificationPreferences>>(),
    signature: p.text(),
    location: p.text(),
    website: p.text(),
    /** of pages and mails; null: as the browser says, and the default of the hub in mails */
    language: p.text().$type<Language>().nullable(),
    avatar_file: () => setNull(files).nullable(),
    last_login_at: p.datetime().nullable(),
    deactivated_at: p.datetime().nullable(),
    erased_at: p.datetime().nullable(),
    created_at: p.datetime(),
    updated_at: p.datetime(),
  },
  indexes: [
    {
      name: 'users_by_last_login_desc',
      properties: ['last_login_at', 'id'],
      columns: [
        { name: 'last_login_at', sort: 'desc', nulls: 'last' },
        { name: 'id', sort: 'desc' },
      ],
    },
    { name: 'users_by_last_login', properties: ['last_login_at', 'id'] },
    {
      name: 'users_email_trigrams',
      expression: 'create index users_email_trigrams on users using gin ((email::text) gin_trgm_ops)',
    },
    { name: 'users_role', properties: ['role'] },
    {
      name: 'users_name_trigrams',
      expression: 'create index users_name_trigrams on users using gin (name gin_trgm_ops)',
    },
    { name: 'users_by_name', expression: 'create index users_by_name on users (lower(name), id)' },
    {
      name: 'users_handle_trigrams',
      expression: 'create index users_handle_trigrams on users using gin ((handle::text) gin_trgm_ops)',
    },
    { name: 'users_deactivated', properties: ['id'], where: 'deactivated_at is not null' },
    { name: 'users_by_join', properties: ['created_at', 'id'] },
  ],
  uniques: [
    { name: 'users_email_unique', properties: ['email'] },
    { name: 'users_handle_unique', properties: ['handle'] },
  ],
});

export const groups = defineEntity({
  name: 'groups',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    /** the value of the issuer's claim that makes users members; null: administrators choose the members */
    issuer_value: p.text().nullable(),
    created_at: p.datetime(),
  },
  uniques: [
    { name: 'groups_name_unique', expression: 'create unique index groups_name_unique on groups (lower(name))' },
    { name: 'groups_issuer_value_unique', properties: ['issuer_value'] },
  ],
});

export const groupMembers = defineEntity({
  name: 'group_members',
  properties: {
    group: () => cascade(groups).primary(),
    user: () => cascade(users).primary(),
    created_at: p.datetime(),
  },
  indexes: [{ name: 'group_members_user', properties: ['user'] }],
});

/** The limits of a category of content or of the forum; a category without a row has only those above it. */
export const categoryAccess = defineEntity({
  name: 'category_access',
  properties: {
    category_id: p.uuid().primary(),
    area: p.enum(['content', 'forum'] as const),
    limits_reading: p.boolean(),
    limits_writing: p.boolean(),
  },
});

/** What a group may do in a category with limits; each level includes those before it. */
export const categoryAccessGroups = defineEntity({
  name: 'category_access_groups',
  properties: {
    category: () => cascade(categoryAccess).fieldName('category_id').primary(),
    group: () => cascade(groups).primary(),
    level: p.enum(['read', 'write', 'moderate'] as const),
  },
  indexes: [{ name: 'category_access_groups_group', properties: ['group'] }],
});

/** Which limits hold in a category: those of each row of category_access for it and the categories above it. */
export const categoryScopes = defineEntity({
  name: 'category_scopes',
  properties: {
    category_id: p.uuid().primary(),
    ruled_by: () => cascade(categoryAccess).fieldName('ruled_by').primary(),
    /** levels between the two; 0: its own limits */
    distance: p.integer(),
    area: p.enum(['content', 'forum'] as const),
    limits_reading: p.boolean(),
    limits_writing: p.boolean(),
  },
  indexes: [{ name: 'category_scopes_ruled_by', properties: ['ruled_by'] }],
});

/** What others see of a user. */
export const people = defineEntity({
  name: 'people',
  view: true,
  expression: `select u.id, case when u.erased_at is null then u.name else '${FORMER_MEMBER}' end as name, u.handle,
      '/files/' || f.id || '/' || left(f.sha256, 16) as avatar_url, u.role, u.location, u.created_at as join_date,
      u.signature, s.post_count, r.badge_visible as show_role_badge
    from users u
    left join user_stats s on s.user_id = u.id
    left join files f on f.id = u.avatar_file_id
    left join roles r on r.name = u.role`,
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    handle: p.string().columnType('citext'),
    avatar_url: p.text().nullable(),
    role: p.text(),
    location: p.text(),
    join_date: p.datetime(),
    signature: p.text(),
    post_count: p.integer(),
    show_role_badge: p.boolean(),
  },
});

export const files = defineEntity({
  name: 'files',
  properties: {
    id: p.uuid().primary(),
    sha256: p.text(),
    size: bigint(),
    media_type: p.text(),
    name: p.text(),
    uploader: () => setNull(users).nullable(),
    created_at: p.datetime(),
  },
  indexes: [
    { name: 'files_sha256', properties: ['sha256'] },
    { name: 'files_uploader_id', properties: ['uploader'] },
  ],
});
