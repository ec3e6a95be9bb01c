import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const forumTables: TableDeclarations = {
  kept: [
    'category_reads',
    'content_threads',
    'forum_categories',
    'forum_moved_posts',
    'forum_posts',
    'forum_threads',
    'post_edits',
    'post_reactions',
    'thread_reads',
    'thread_view_days',
  ],
  excluded: {},
};
