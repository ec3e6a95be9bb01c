import { audienceOf } from '../audience/audience.js';
import type { Item } from './item.js';
import { itemPath } from './items.queries.js';
import { boostOf, type SearchEntry, type SearchVisibility } from '../search/search-entry.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';

export const itemVisibility = (item: Item): SearchVisibility => ({
  type: item.kind,
  id: item.id,
  audience: audienceOf(item),
  at: item.updated_at ?? item.published_at ?? item.created_at,
});

/** What the search index stores of an item of any kind. */
export const itemEntry = (item: Item, { text, isProvisional }: ParsedSearchText): SearchEntry => ({
  ...itemVisibility(item),
  author_id: item.author_id,
  category_id: item.category_id ?? null,
  difficulty: item.difficulty,
  boost: boostOf(item.like_count + 2 * item.helpful_count + item.bookmark_count),
  url: itemPath(item),
  title: item.title,
  summary: item.summary,
  tags: item.tags,
  text,
  isProvisional,
});
