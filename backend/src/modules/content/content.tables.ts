import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const contentTables: TableDeclarations = {
  kept: [
    'comments',
    'content_categories',
    'content_counts',
    'content_items',
    'content_links',
    'content_positions',
    'content_progress',
    'content_tags',
    'document_revisions',
    'documents',
    'reactions',
    'renditions',
    'search_entries',
    'search_misses',
    'search_words',
    'share_links',
    'slug_redirects',
    'video_captions',
    'videos',
    'view_days',
    'watch_positions',
  ],
  excluded: {
    file_text_pieces: 'read again from the files',
    file_texts: 'read again from the files',
  },
};
