import { defineEntity, p } from '@mikro-orm/core';
import { cascade, date, restrict, setNull } from './columns.js';
import type { GeneratedAlways } from 'kysely';
import type { ContentDetails, ImageVariant, Json, StoredSnapshot } from './json.js';
import { files, users } from './accounts.js';

export const contentCategories = defineEntity({
  name: 'content_categories',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    icon: p.text(),
    color: p.text(),
    parent_category: () => restrict(contentCategories).foreignKeyName('content_categories_parent_foreign').nullable(),
    order_index: p.integer(),
    is_series: p.boolean().defaultRaw('false'),
    created_at: p.datetime(),
  },
  indexes: [{ name: 'content_categories_parent', properties: ['parent_category'] }],
  uniques: [
    {
      name: 'content_categories_name_unique',
      expression: `create unique index content_categories_name_unique
        on content_categories (lower(name), parent_category_id)
        nulls not distinct`,
    },
  ],
  checks: [{ name: 'content_categories_order_index_check', expression: 'order_index >= 0' }],
});

export const contentCounts = defineEntity({
  name: 'content_counts',
  properties: {
    category: () => cascade(contentCategories).nullable(),
    kind: p.text(),
    status: p.text(),
    audience: p.text(),
    n: p.integer(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
  },
  uniques: [
    {
      name: 'content_counts_key',
      expression: `create unique index content_counts_key on content_counts (category_id, kind, status, audience)
        nulls not distinct`,
    },
  ],
});

export const contentItems = defineEntity({
  name: 'content_items',
  properties: {
    id: p.uuid().primary(),
    kind: p.enum(['document', 'video'] as const),
    slug: p.text(),
    title: p.text(),
    summary: p.text(),
    category: () => restrict(contentCategories).nullable(),
    author: () => restrict(users),
    difficulty: p.enum(['BEGINNER', 'INTERMEDIATE', 'ADVANCED'] as const),
    visibility: p.enum(['PUBLIC', 'LOGGED_IN', 'INTERNAL'] as const),
    status: p.enum(['DRAFT', 'IN_REVIEW', 'PUBLISHED', 'ARCHIVED', 'PROCESSING', 'READY', 'ERROR'] as const),
    hidden_at: p.datetime().nullable(),
    tags: p.array(),
    meta_title: p.text(),
    meta_description: p.text(),
    thumbnail_file: () => setNull(files).foreignKeyName('content_items_thumbnail_foreign').nullable(),
    version: p.integer(),
    view_count: p.integer(),
    like_count: p.integer(),
    helpful_count: p.integer(),
    bookmark_count: p.integer(),
    confused_count: p.integer(),
    created_at: p.datetime(),
    updated_at: p.datetime().nullable(),
    published_at: p.datetime().nullable(),
    thumbnail: p.json<Json<ImageVariant[]>>().nullable(),
    audience: p
      .text()
      .generated(
        `(case
          when status = 'IN_REVIEW' or (status = 'READY' and published_at is null) then 'REVIEW'
          when status in ('PUBLISHED', 'READY') then case when hidden_at is null then visibility else 'HIDDEN' end
          else 'RESTRICTED'
        end) stored`,
      )
      .$type<GeneratedAlways<string>>(),
    thumbnail_placement: p.enum(['NONE', 'CARD', 'PAGE'] as const).defaultRaw(`'PAGE'::text`),
    submitter: () => restrict(users).nullable(),
    details: p.json<Json<ContentDetails>>().defaultRaw(`'{}'::jsonb`),
    submitted_at: p.datetime().nullable(),
    deleted_at: p.datetime().nullable(),
    deleted_by: () => setNull(users).fieldName('deleted_by').nullable(),
    deleted_status: p.text().nullable(),
    is_template: p.boolean().defaultRaw('false'),
  },
  indexes: [
    {
      name: 'content_items_trash',
      properties: ['deleted_at', 'id'],
      columns: [
        { name: 'deleted_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: `deleted_at is not null`,
    },
    { name: 'content_items_deleted_by', properties: ['deleted_by'], where: 'deleted_by is not null' },
    { name: 'content_items_templates', properties: ['category', 'id'], where: 'is_template' },
    {
      name: 'content_items_title_trigrams',
      expression: `create index content_items_title_trigrams on content_items using gin (title gin_trgm_ops)`,
    },
    {
      name: 'content_items_restricted',
      properties: ['author', 'audience'],
      where: `audience in ('INTERNAL', 'RESTRICTED', 'REVIEW', 'HIDDEN')`,
    },
    {
      name: 'content_items_not_out',
      properties: ['kind', 'status', 'id'],
      columns: [{ name: 'kind' }, { name: 'status' }, { name: 'id', sort: 'desc' }],
      where: `status <> all (array['PUBLISHED', 'READY'])`,
    },
    { name: 'content_items_difficulty', properties: ['kind', 'difficulty', 'status'] },
    {
      name: 'content_items_in_review',
      expression: `create index content_items_in_review
        on content_items (kind, coalesce(submitted_at, updated_at, created_at), id)
        where audience = 'REVIEW'`,
    },
    {
      name: 'content_items_by_likes',
      properties: ['kind', 'like_count', 'id'],
      columns: [{ name: 'kind' }, { name: 'like_count', sort: 'desc' }, { name: 'id', sort: 'desc' }],
    },
    {
      name: 'content_items_audience',
      properties: ['kind', 'audience', 'id'],
      columns: [{ name: 'kind' }, { name: 'audience' }, { name: 'id', sort: 'desc' }],
    },
    {
      name: 'content_items_confusing',
      properties: ['confused_count', 'id'],
      columns: [{ name: 'confused_count', sort: 'desc' }, { name: 'id' }],
      where: 'confused_count > 0',
    },
    {
      name: 'content_items_tags',
      expression: `create index content_items_tags on content_items using gin (lower_each(tags))`,
    },
    {
      name: 'content_items_video_source',
      expression: `create index content_items_video_source on content_items ((details ->> 'source_type'), id desc)
        where kind = 'video'`,
    },
    {
      name: 'content_items_hidden',
      properties: ['kind', 'hidden_at', 'id'],
      columns: [{ name: 'kind' }, { name: 'hidden_at', sort: 'desc' }, { name: 'id', sort: 'desc' }],
      where: 'hidden_at is not null',
    },
    {
      name: 'content_items_category',
      expression: `create index content_items_category on content_items (category_id, kind, id desc)`,
    },
    {
      name: 'content_items_by_views',
      properties: ['kind', 'view_count', 'id'],
      columns: [{ name: 'kind' }, { name: 'view_count', sort: 'desc' }, { name: 'id', sort: 'desc' }],
    },
    {
      name: 'content_items_author',
      expression: 'create index content_items_author on content_items (author_id, id desc)',
    },
    {
      name: 'content_items_by_change',
      expression: `create index content_items_by_change
        on content_items (kind, coalesce(updated_at, created_at) desc, id desc)`,
    },
    { name: 'content_items_internal', properties: ['author'], where: `visibility = 'INTERNAL'` },
    { name: 'content_items_submitter', properties: ['submitter'], where: 'submitter_id is not null' },
    {
      name: 'content_items_author_created',
      expression: `create index content_items_author_created on content_items (author_id, created_at desc, id desc)`,
    },
    {
      name: 'content_items_newest',
      properties: ['kind', 'id'],
      columns: [{ name: 'kind' }, { name: 'id', sort: 'desc' }],
    },
    {
      name: 'content_items_recent',
      properties: ['kind', 'published_at', 'id'],
      columns: [{ name: 'kind' }, { name: 'published_at', sort: 'desc' }, { name: 'id', sort: 'desc' }],
      where: `audience in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')`,
    },
  ],
  uniques: [{ name: 'content_items_slug_unique', properties: ['kind', 'slug'] }],
  checks: [{ name: 'content_items_deleted_status', expression: '(deleted_at is null) = (deleted_status is null)' }],
});

/**
 * The place of each item with a category in the tree of its category. A trigger adds rows and removes them (see the
 * migration `content_positions`).
 */
export const contentPositions = defineEntity({
  name: 'content_positions',
  properties: {
    item: () => cascade(contentItems).primary(),
    category: () => cascade(contentCategories),
    parent: () => setNull(contentItems).nullable(),
    rank: p.text().collation('C'),
    /** what its siblings have in common: the parent, or the category at the root; ids are unique across tables */
    level_id: p.uuid().generated('(coalesce(parent_id, category_id)) stored').$type<GeneratedAlways<string>>(),
  },
  indexes: [
    { name: 'content_positions_level', properties: ['level_id', 'rank', 'item'] },
    { name: 'content_positions_category', properties: ['category'] },
    { name: 'content_positions_parent', properties: ['parent'], where: 'parent_id is not null' },
  ],
});

/** What users have read or watched to the end. */
export const contentProgress = defineEntity({
  name: 'content_progress',
  properties: {
    user: () => cascade(users).primary(),
    item: () => cascade(contentItems).primary(),
    done_at: p.datetime(),
  },
  indexes: [{ name: 'content_progress_item', properties: ['item'] }],
});

export const contentTags = defineEntity({
  name: 'content_tags',
  properties: {
    tag: p.text().primary(),
    audience: p.text().primary(),
    name: p.text(),
    n: p.integer(),
  },
  indexes: [
    {
      name: 'content_tags_prefix',
      expression: `create index content_tags_prefix on content_tags (tag text_pattern_ops)`,
    },
  ],
});

export const documentRevisions = defineEntity({
  name: 'document_revisions',
  properties: {
    id: p.uuid().primary(),
    item: () => cascade(contentItems),
    version: p.integer().nullable(),
    snapshot: p.json<Json<StoredSnapshot>>(),
    author: () => restrict(users),
    note: p.text(),
    state: p.enum(['live', 'pending', 'rejected'] as const),
    base_version: p.integer().nullable(),
    created_at: p.datetime(),
    review_note: p.text().nullable(),
    reviewer: () => restrict(users).nullable(),
    reviewed_at: p.datetime().nullable(),
  },
  indexes: [
    { name: 'document_revisions_author', properties: ['author'] },
    {
      name: 'document_revisions_newest',
      expression: 'create index document_revisions_newest on document_revisions (item_id, id desc)',
    },
    {
      name: 'document_revisions_returned',
      expression: `create index document_revisions_returned on document_revisions (author_id, item_id, id desc)
        where state = 'rejected'`,
    },
    { name: 'document_revisions_reviewer', properties: ['reviewer'], where: 'reviewer_id is not null' },
    { name: 'document_revisions_pending', properties: ['created_at', 'item'], where: `state = 'pending'` },
  ],
  uniques: [
    { name: 'document_revisions_version_unique', properties: ['item', 'version'] },
    { name: 'document_revisions_one_pending', properties: ['item'], where: `state = 'pending'` },
  ],
});

export const documents = defineEntity({
  name: 'documents',
  properties: {
    item: () => cascade(contentItems).primary(),
    content: p.text(),
  },
});

export const reactions = defineEntity({
  name: 'reactions',
  properties: {
    item: () => cascade(contentItems).primary(),
    user: () => cascade(users).primary(),
    type: p.enum(['LIKE', 'HELPFUL', 'BOOKMARK', 'CONFUSED'] as const).primary(),
    id: p.uuid(),
    created_at: p.datetime(),
  },
  indexes: [
    {
      name: 'reactions_user',
      expression: `create index reactions_user on reactions (user_id, type, id desc)`,
    },
  ],
  uniques: [{ name: 'reactions_id_unique', properties: ['id'] }],
});

export const shareLinks = defineEntity({
  name: 'share_links',
  properties: {
    id: p.uuid().primary(),
    item: () => cascade(contentItems),
    creator: () => cascade(users),
    label: p.text(),
    token_hash: p.text(),
    password_hash: p.text().nullable(),
    expires_at: p.datetime().nullable(),
    allows_internal: p.boolean(),
    include_children: p.boolean(),
    allows_others: p.boolean(),
    opens: p.integer().defaultRaw('0'),
    last_opened_at: p.datetime().nullable(),
    created_at: p.datetime(),
  },
  indexes: [
    { name: 'share_links_item', properties: ['item'] },
    { name: 'share_links_creator', properties: ['creator'] },
  ],
  uniques: [{ name: 'share_links_token_unique', properties: ['token_hash'] }],
  checks: [{ name: 'share_links_opens_check', expression: 'opens >= 0' }],
});

export const slugRedirects = defineEntity({
  name: 'slug_redirects',
  properties: {
    kind: p.text().primary(),
    slug: p.text().primary(),
    item: () => cascade(contentItems),
  },
  indexes: [{ name: 'slug_redirects_item', properties: ['item'] }],
});

export const viewDays = defineEntity({
  name: 'view_days',
  properties: {
    item: () => cascade(contentItems).primary(),
    viewer_key: p.text().primary(),
    day: date().primary(),
  },
  indexes: [{ name: 'view_days_day', properties: ['day'] }],
});
