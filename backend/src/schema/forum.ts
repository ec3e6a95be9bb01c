import { defineEntity, p } from '@mikro-orm/core';
import { cascade, date, restrict, setNull } from './columns.js';
import { users } from './accounts.js';
import { contentItems } from './content.js';

export const categoryReads = defineEntity({
  name: 'category_reads',
  properties: {
    user: () => cascade(users).primary(),
    category: () => cascade(forumCategories).primary(),
    read_until: p.datetime(),
  },
  indexes: [{ name: 'category_reads_category', properties: ['category'] }],
});

export const contentThreads = defineEntity({
  name: 'content_threads',
  properties: {
    item: () => cascade(contentItems).primary(),
    thread: () => cascade(forumThreads).primary(),
    kind: p.enum(['DISCUSSION', 'SOURCE'] as const).primary(),
    post: () => cascade(forumPosts).nullable(),
    second: p.integer().nullable(),
    position: p.integer().default(0),
  },
  indexes: [
    { name: 'content_threads_thread', properties: ['thread'] },
    { name: 'content_threads_post', properties: ['post'], where: 'post_id is not null' },
  ],
  checks: [
    { name: 'content_threads_second_check', expression: 'second >= 0' },
    { name: 'content_threads_post_of_source', expression: `(kind = 'SOURCE') = (post_id is not null)` },
    { name: 'content_threads_second_of_discussion', expression: `second is null or kind = 'DISCUSSION'` },
    { name: 'content_threads_position_check', expression: '"position" >= 0' },
  ],
});

export const forumCategories = defineEntity({
  name: 'forum_categories',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    icon: p.text(),
    color: p.text(),
    parent_category: () => restrict(forumCategories).nullable(),
    order_index: p.integer(),
    thread_count: p.integer().default(0),
    post_count: p.integer().default(0),
    last_post_at: p.datetime().nullable(),
    created_at: p.datetime(),
  },
  indexes: [{ name: 'forum_categories_parent', properties: ['parent_category'] }],
  uniques: [
    {
      name: 'forum_categories_name',
      expression: `create unique index forum_categories_name
        on forum_categories (coalesce(parent_category_id, '00000000-0000-0000-0000-000000000000'::uuid), lower(name))`,
    },
  ],
  checks: [
    { name: 'forum_categories_order_index_check', expression: 'order_index >= 0' },
    { name: 'forum_categories_thread_count_check', expression: 'thread_count >= 0' },
    { name: 'forum_categories_post_count_check', expression: 'post_count >= 0' },
  ],
});

export const forumMovedPosts = defineEntity({
  name: 'forum_moved_posts',
  properties: {
    thread: () => cascade(forumThreads).primary(),
    number: p.integer().primary(),
    post: () => cascade(forumPosts),
  },
  indexes: [{ name: 'forum_moved_posts_post', properties: ['post'] }],
  checks: [{ name: 'forum_moved_posts_number_check', expression: 'number > 0' }],
});

export const forumPosts = defineEntity({
  name: 'forum_posts',
  properties: {
    id: p.uuid().primary(),
    thread: () => cascade(forumThreads),
    number: p.integer(),
    author: () => restrict(users),
    content: p.text(),
    mentioned: p.array().columnType('uuid[]').defaultRaw(`'{}'::uuid[]`),
    reply_to: () => setNull(forumPosts).nullable(),
    like_count: p.integer().default(0),
    helpful_count: p.integer().default(0),
    created_at: p.datetime(),
    edited_at: p.datetime().nullable(),
    edited_by_moderator: p.boolean().default(false),
    deleted_at: p.datetime().nullable(),
    deleted_by: () => setNull(users).fieldName('deleted_by').nullable(),
    was_solution: p.boolean().default(false),
    hidden_at: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'forum_posts_trash',
      properties: ['deleted_at', 'id'],
      columns: [
        { name: 'deleted_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'deleted_by is not null',
    },
    { name: 'forum_posts_deleted_by', properties: ['deleted_by'], where: 'deleted_by is not null' },
    {
      name: 'forum_posts_hidden',
      properties: ['hidden_at', 'id'],
      columns: [
        { name: 'hidden_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'hidden_at is not null',
    },
    {
      name: 'forum_posts_author',
      expression: `create index forum_posts_author on forum_posts (author_id, id desc)`,
    },
    { name: 'forum_posts_reply_to', properties: ['reply_to'], where: 'reply_to_id is not null' },
  ],
  uniques: [{ name: 'forum_posts_number_unique', properties: ['thread', 'number'] }],
  checks: [
    { name: 'forum_posts_number_check', expression: 'number > 0' },
    { name: 'forum_posts_like_count_check', expression: 'like_count >= 0' },
    { name: 'forum_posts_helpful_count_check', expression: 'helpful_count >= 0' },
  ],
});

export const forumThreads = defineEntity({
  name: 'forum_threads',
  properties: {
    id: p.uuid().primary(),
    category: () => restrict(forumCategories).nullable(),
    author: () => restrict(users),
    title: p.text(),
    tags: p.array().defaultRaw(`'{}'::text[]`),
    is_pinned: p.boolean().default(false),
    is_locked: p.boolean().default(false),
    is_solved: p.boolean().default(false),
    solution_post: () => setNull(forumPosts).nullable(),
    last_number: p.integer().default(0),
    post_count: p.integer().default(0),
    view_count: p.integer().default(0),
    created_at: p.datetime(),
    edited_at: p.datetime().nullable(),
    last_post_at: p.datetime(),
    last_post_author: () => restrict(users),
    deleted_at: p.datetime().nullable(),
    deleted_by: () => setNull(users).fieldName('deleted_by').nullable(),
    hidden_at: p.datetime().nullable(),
    merged_into: () => setNull(forumThreads).nullable(),
  },
  indexes: [
    {
      name: 'forum_threads_trash',
      properties: ['deleted_at', 'id'],
      columns: [
        { name: 'deleted_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'deleted_by is not null',
    },
    { name: 'forum_threads_deleted_by', properties: ['deleted_by'], where: 'deleted_by is not null' },
    {
      name: 'forum_threads_tags',
      expression: `create index forum_threads_tags on forum_threads using gin (tags)
        where deleted_at is null and hidden_at is null`,
    },
    { name: 'forum_threads_merged_into', properties: ['merged_into'], where: 'merged_into_id is not null' },
    { name: 'forum_threads_solution', properties: ['solution_post'], where: 'solution_post_id is not null' },
    {
      name: 'forum_threads_active',
      expression: `create index forum_threads_active
        on forum_threads (category_id, is_pinned desc, last_post_at desc, id desc)
        where deleted_at is null and hidden_at is null`,
    },
    {
      name: 'forum_threads_views',
      expression: `create index forum_threads_views
        on forum_threads (category_id, is_pinned desc, view_count desc, id desc)
        where deleted_at is null and hidden_at is null`,
    },
    {
      name: 'forum_threads_author',
      expression: 'create index forum_threads_author on forum_threads (author_id, id desc)',
    },
    {
      name: 'forum_threads_newest',
      expression: `create index forum_threads_newest on forum_threads (category_id, is_pinned desc, id desc)
        where deleted_at is null and hidden_at is null`,
    },
    { name: 'forum_threads_last_post_author', properties: ['last_post_author'] },
    {
      name: 'forum_threads_latest',
      expression: `create index forum_threads_latest on forum_threads (last_post_at desc, id desc)
        where deleted_at is null and hidden_at is null`,
    },
    {
      name: 'forum_threads_latest_unanswered',
      expression: `create index forum_threads_latest_unanswered on forum_threads (last_post_at desc, id desc)
        where post_count = 1 and not is_locked and deleted_at is null and hidden_at is null`,
    },
    {
      name: 'forum_threads_unanswered',
      properties: ['id'],
      where: 'post_count = 1 and deleted_at is null and hidden_at is null',
    },
    {
      name: 'forum_threads_replies',
      expression: `create index forum_threads_replies
        on forum_threads (category_id, is_pinned desc, post_count desc, id desc)
        where deleted_at is null and hidden_at is null`,
    },
    {
      name: 'forum_threads_last_post',
      properties: ['category', 'last_post_at'],
      columns: [{ name: 'category_id' }, { name: 'last_post_at', sort: 'desc' }],
      where: 'deleted_at is null and hidden_at is null',
    },
    {
      name: 'forum_threads_hidden',
      properties: ['hidden_at', 'id'],
      columns: [
        { name: 'hidden_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'hidden_at is not null',
    },
  ],
  checks: [
    { name: 'forum_threads_last_number_check', expression: 'last_number >= 0' },
    { name: 'forum_threads_post_count_check', expression: 'post_count >= 0' },
    { name: 'forum_threads_view_count_check', expression: 'view_count >= 0' },
    { name: 'forum_threads_merged_is_deleted', expression: 'merged_into_id is null or deleted_at is not null' },
    {
      name: 'forum_threads_category_unless_deleted',
      expression: 'category_id is not null or deleted_at is not null',
    },
  ],
});

export const postEdits = defineEntity({
  name: 'post_edits',
  properties: {
    id: p.uuid().primary(),
    post: () => cascade(forumPosts),
    editor: () => restrict(users),
    content: p.text(),
    created_at: p.datetime(),
  },
  indexes: [
    { name: 'post_edits_editor', properties: ['editor'] },
    {
      name: 'post_edits_post',
      expression: 'create index post_edits_post on post_edits (post_id, id desc)',
    },
  ],
});

export const postReactions = defineEntity({
  name: 'post_reactions',
  properties: {
    post: () => cascade(forumPosts).primary(),
    user: () => cascade(users).primary(),
    type: p.enum(['LIKE', 'HELPFUL'] as const).primary(),
    created_at: p.datetime(),
  },
  indexes: [{ name: 'post_reactions_user', properties: ['user'] }],
});

export const threadReads = defineEntity({
  name: 'thread_reads',
  properties: {
    user: () => cascade(users).primary(),
    thread: () => cascade(forumThreads).primary(),
    last_number: p.integer().default(0),
    is_watched: p.boolean().default(false),
  },
  indexes: [{ name: 'thread_reads_watchers', properties: ['thread'], where: 'is_watched' }],
  checks: [{ name: 'thread_reads_last_number_check', expression: 'last_number >= 0' }],
});

export const threadViewDays = defineEntity({
  name: 'thread_view_days',
  properties: {
    thread: () => cascade(forumThreads).primary(),
    viewer_key: p.text().primary(),
    day: date().primary(),
  },
  indexes: [{ name: 'thread_view_days_day', properties: ['day'] }],
});
