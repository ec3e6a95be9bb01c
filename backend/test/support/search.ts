import type { SearchResponse } from '../../src/modules/content/search/search.dto.js';
import type { SendRequest } from './http.js';

/** Searches over the API. */
export async function searchContent(request: SendRequest, query: string, fields: object = {}): Promise<SearchResponse> {
  const { status, body, text } = await request<SearchResponse>('POST', '/search', { body: { query, ...fields } });
  if (status !== 200) throw new Error(`The search failed: ${text}`);
  return body;
}
