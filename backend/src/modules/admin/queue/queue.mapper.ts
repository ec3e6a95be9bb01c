import { MODERATED_TEXT } from '../../../platform/moderation/moderation-registry.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { plainExcerpt } from '../../content/index.js';
import type { ModerationItemResponse } from './queue.dto.js';
import type { QueueRow } from './queue.queries.js';

/** Items with a screen of their own, which shows their text. */
const withScreen = new Set(['document', 'video']);

/** The shown part of a text, without half a character at its end. */
const cut = (text: string): string => text.slice(0, MODERATED_TEXT - 1).replace(/[\uD800-\uDBFF]$/, '');

export const toModerationItem = (row: QueueRow, prefix: string): ModerationItemResponse => ({
  id: row.id,
  type: row.type,
  reason: row.reason,
  title: row.title,
  author_id: row.author_id,
  author_name: row.author_name,
  author_avatar: addApiPrefix(prefix, row.author_avatar),
  created_at: row.created_at.toISOString(),
  url: row.path,
  excerpt: withScreen.has(row.type) ? row.text : plainExcerpt(row.text),
  content: withScreen.has(row.type) ? null : cut(row.text),
  is_content_cut: row.text.length >= MODERATED_TEXT,
  version: row.version,
  revision_id: row.revision_id,
  is_hidden: row.hidden_at !== null,
  report_count: row.report_count ?? 0,
  reports: (row.reports ?? []).map(({ reason, reporter_id, reporter_name, created_at }) => ({
    reason,
    reporter_id,
    reporter_name,
    created_at: new Date(created_at).toISOString(),
  })),
  assignee:
    row.assignee_id === null
      ? null
      : {
          id: row.assignee_id,
          name: row.assignee_name ?? '',
          assigned_at: row.assigned_at?.toISOString() ?? '',
        },
  abilities: { decide: row.can_decide },
});
