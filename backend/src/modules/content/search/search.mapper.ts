import { GREATER, LESS, MARK, MARK_END } from './search-text.js';
import type { SearchDetails, SearchResultResponse } from './search.dto.js';
import type { FoundRow } from './search.queries.js';

export const toResult = (row: FoundRow, details: SearchDetails): SearchResultResponse => ({
  type: row.type,
  id: row.id,
  title: row.title,
  summary: row.summary,
  url: row.url,
  heading:
    row.heading === null || row.heading_url === null || row.heading_url === row.url
      ? null
      : { title: row.heading, url: row.heading_url },
  snippet: partsOf(row.german !== null && marksIn(row.german) > marksIn(row.english) ? row.german : row.english),
  category: details.category,
  view_count: details.view_count,
  like_count: details.like_count,
  difficulty: details.difficulty,
  status: details.status,
  created_at: details.created_at,
});

const marksIn = (text: string): number => text.split(MARK).length;

/** Plain text and what was found in it, in turns: nothing here is markup, whatever the text holds. */
function partsOf(marked: string): { text: string; match: boolean }[] {
  return marked
    .replace(/\s+/g, ' ')
    .replaceAll(LESS, '<')
    .replaceAll(GREATER, '>')
    .split(MARK)
    .flatMap((part, i) => {
      if (i === 0) return [{ text: part, match: false }];
      const [match = '', rest = ''] = part.split(MARK_END);
      return [
        { text: match, match: true },
        { text: rest, match: false },
      ];
    })
    .filter(({ text }) => text !== '');
}
