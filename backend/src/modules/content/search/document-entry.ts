import { audienceOf } from '../items/audience.js';
import type { ContentItem } from '../items/content-item.entity.js';
import { sectionsOf } from './markdown-sections.js';
import { boostOf, type SearchEntry } from './search-entry.js';

export type Indexed = Pick<
  ContentItem,
  | 'id'
  | 'slug'
  | 'title'
  | 'summary'
  | 'tags'
  | 'categoryId'
  | 'authorId'
  | 'difficulty'
  | 'visibility'
  | 'status'
  | 'hiddenAt'
  | 'likeCount'
  | 'helpfulCount'
  | 'bookmarkCount'
  | 'createdAt'
  | 'updatedAt'
  | 'publishedAt'
>;

const pointsOf = (item: Indexed): number => item.likeCount + 2 * item.helpfulCount + item.bookmarkCount;

/** A document as the search knows it: a piece for each heading. */
export function documentEntry(item: Indexed, content: string): SearchEntry {
  const url = `/docs/${item.slug}`;
  return {
    type: 'document',
    id: item.id,
    audience: audienceOf(item),
    authorId: item.authorId,
    categoryId: item.categoryId ?? null,
    difficulty: item.difficulty,
    at: item.updatedAt ?? item.publishedAt ?? item.createdAt,
    boost: boostOf(pointsOf(item)),
    url,
    title: item.title,
    summary: item.summary,
    tags: item.tags,
    pieces: sectionsOf(content).map(({ heading, anchor, text }) => ({
      heading,
      url: anchor ? `${url}#${anchor}` : url,
      text,
    })),
  };
}
