import { audienceOf } from '../items/audience.js';
import type { ContentItem } from '../items/content-item.entity.js';
import { itemPath } from '../items/items.queries.js';
import { boostOf, type SearchEntry, type SearchVisibility } from '../search/search-entry.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';

/** What the search index stores of an item of any kind. */
export type IndexedItem = Pick<
  ContentItem,
  | 'id'
  | 'kind'
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

export const itemVisibility = (item: IndexedItem): SearchVisibility => ({
  type: item.kind,
  id: item.id,
  audience: audienceOf(item),
  at: item.updatedAt ?? item.publishedAt ?? item.createdAt,
});

export const itemEntry = (item: IndexedItem, { text, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...itemVisibility(item),
  authorId: item.authorId,
  categoryId: item.categoryId ?? null,
  difficulty: item.difficulty,
  boost: boostOf(item.likeCount + 2 * item.helpfulCount + item.bookmarkCount),
  url: itemPath(item),
  title: item.title,
  summary: item.summary,
  tags: item.tags,
  text,
  isProvisional,
});
