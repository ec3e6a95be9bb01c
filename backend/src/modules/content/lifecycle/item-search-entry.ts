import { audienceOf } from '../items/audience.js';
import type { Item } from '../items/item.js';
import { itemPath } from '../items/items.queries.js';
import { boostOf, type SearchEntry, type SearchVisibility } from '../search/search-entry.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';

/** What the search index stores of an item of any kind. */
export type IndexedItem = Pick<
  Item,
  | 'id'
  | 'kind'
  | 'slug'
  | 'title'
  | 'summary'
  | 'tags'
  | 'category_id'
  | 'author_id'
  | 'difficulty'
  | 'visibility'
  | 'status'
  | 'hidden_at'
  | 'like_count'
  | 'helpful_count'
  | 'bookmark_count'
  | 'created_at'
  | 'updated_at'
  | 'published_at'
>;

export const itemVisibility = (item: IndexedItem): SearchVisibility => ({
  type: item.kind,
  id: item.id,
  audience: audienceOf(item),
  at: item.updated_at ?? item.published_at ?? item.created_at,
});

export const itemEntry = (item: IndexedItem, { text, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...itemVisibility(item),
  authorId: item.author_id,
  categoryId: item.category_id ?? null,
  difficulty: item.difficulty,
  boost: boostOf(item.like_count + 2 * item.helpful_count + item.bookmark_count),
  url: itemPath(item),
  title: item.title,
  summary: item.summary,
  tags: item.tags,
  text,
  isProvisional,
});
