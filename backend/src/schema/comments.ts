import type { Passage } from '@hub/shared/passages';
import { defineEntity, p } from '@mikro-orm/core';
import { users } from './accounts.js';
import { cascade, restrict, setNull } from './columns.js';
import { contentItems, documentRevisions } from './content.js';
import type { Json } from './json.js';

export const comments = defineEntity({
  name: 'comments',
  properties: {
    id: p.uuid().primary(),
    item: () => cascade(contentItems),
    author: () => restrict(users),
    /** The top-level comment that a reply is listed below. */
    root: () => cascade(comments).nullable(),
    /** The comment that a reply responds to: the root, or another reply below it. */
    parent: () => setNull(comments).nullable(),
    content: p.text(),
    mentioned: p.array().columnType('uuid[]'),
    created_at: p.datetime(),
    edited_at: p.datetime().nullable(),
    deleted_at: p.datetime().nullable(),
    deleted_by: () => setNull(users).fieldName('deleted_by').nullable(),
    hidden_at: p.datetime().nullable(),
    edited_by_moderator: p.boolean().default(false),
    /** The pending or former text that a reviewer's comment is about; its author and reviewers see it only. */
    revision: () => cascade(documentRevisions).nullable(),
    /** The passage of the document that a top-level comment is about. */
    anchor: p.json<Json<Passage>>().nullable(),
    /** The version of the document that `anchor` describes. */
    anchor_version: p.integer().nullable(),
    /** Whether the passage is gone from the text; `anchor` has its last words. */
    is_outdated: p.boolean().default(false),
    resolved_at: p.datetime().nullable(),
    resolved_by: () => setNull(users).fieldName('resolved_by').nullable(),
  },
  indexes: [
    { name: 'comments_top_level', properties: ['item', 'id'], where: 'root_id is null' },
    { name: 'comments_replies', properties: ['root', 'id'], where: 'root_id is not null' },
    { name: 'comments_parent', properties: ['parent'], where: 'parent_id is not null' },
    {
      name: 'comments_passages',
      expression: 'create index comments_passages on comments (item_id, id) where anchor is not null',
    },
    {
      name: 'comments_revision',
      expression: 'create index comments_revision on comments (revision_id, id) where revision_id is not null',
    },
    { name: 'comments_resolved_by', properties: ['resolved_by'], where: 'resolved_by is not null' },
    {
      name: 'comments_newest',
      expression: `create index comments_newest on comments (item_id, id desc)
        where deleted_at is null`,
    },
    {
      name: 'comments_author_created',
      expression: 'create index comments_author_created on comments (author_id, created_at desc, id desc)',
    },
    {
      name: 'comments_trash',
      properties: ['deleted_at', 'id'],
      columns: [
        { name: 'deleted_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'deleted_by is not null',
    },
    { name: 'comments_deleted_by', properties: ['deleted_by'], where: 'deleted_by is not null' },
    {
      name: 'comments_hidden',
      properties: ['hidden_at', 'id'],
      columns: [
        { name: 'hidden_at', sort: 'desc' },
        { name: 'id', sort: 'desc' },
      ],
      where: 'hidden_at is not null',
    },
  ],
});
