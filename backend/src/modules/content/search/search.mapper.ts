import { MARK } from './search-text.js';
import type { SearchDetails, SearchResultResponse } from './search.dto.js';
import type { MatchRow } from './search.queries.js';
import { toSnippet } from './snippets.js';

export const toResult = (row: MatchRow, details: SearchDetails): SearchResultResponse => ({
  type: row.type,
  id: row.id,
  title: row.title,
  summary: row.summary,
  url: row.url,
  heading:
    row.heading === null || row.heading_url === null || row.heading_url === row.url
      ? null
      : { title: row.heading, url: row.heading_url },
  snippet: toSnippet(
    row.german !== null && countMarks(row.german) > countMarks(row.english) ? row.german : row.english,
  ),
  category: details.category,
  view_count: details.view_count,
  like_count: details.like_count,
  difficulty: details.difficulty,
  status: details.status,
  visibility: details.visibility,
  created_at: details.created_at,
  updated_at: details.updated_at,
  published_at: details.published_at,
});

const countMarks = (text: string): number => text.split(MARK).length;
