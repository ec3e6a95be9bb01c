import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { invalid } from '../../../platform/http/domain-error.js';
import { DidYouMean } from './did-you-mean.js';
import type { SearchFilter } from './search-candidates.js';
import type { SearchType } from './search-entry.js';
import { SearchFacade } from './search-facade.js';
import { SearchMisses } from './search-misses.js';
import { type SearchTerms, termsOf } from './search-terms.js';
import { DEFAULT_RESULTS, type SearchRequest, type SearchResponse, type SearchScope } from './search.dto.js';
import { toResult } from './search.mapper.js';
import { type Found, SearchQueries } from './search.queries.js';

const nothing: Found = { rows: [], total: 0, capped: false };

/** A search from what was typed to what is shown. */
@Injectable()
export class SearchService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly search: SearchFacade,
    private readonly didYouMean: DidYouMean,
    private readonly misses: SearchMisses,
  ) {}

  /** The kinds of results a scope means, of those that are there. */
  typesIn(scope: SearchScope): SearchType[] {
    const known = [...this.search.known.keys()];
    return scope === 'all' ? known : known.filter((type) => type === scope);
  }

  async find(actor: Actor, request: SearchRequest): Promise<SearchResponse> {
    const query = request.query ?? '';
    const types = request.content_type
      ? this.typesIn(request.content_type)
      : (['document', 'video'] satisfies SearchType[]);
    const filter = { types, categoryId: request.category_id || undefined, difficulty: request.difficulty };
    const { limit = DEFAULT_RESULTS, page = 1 } = request;
    const paging = { limit, offset: (page - 1) * limit };
    if (!query && !filter.categoryId)
      throw invalid([{ field: 'query', message: 'Please type what you are looking for.' }]);
    if (!query && filter.categoryId)
      return this.answer(actor, await this.queries.browse(actor, { ...filter, categoryId: filter.categoryId }, paging));
    const terms = termsOf(query);
    if (!terms || !types.length) return this.answer(actor, nothing);
    const found = await this.queries.find(actor, terms, filter, paging);
    if (found.total) return this.answer(actor, found);
    const instead = await this.instead(actor, query, terms, filter, paging);
    const isWide = !filter.categoryId && !filter.difficulty && (request.content_type ?? 'all') === 'all';
    if (!instead.total && page === 1 && isWide && !request.unfinished) await this.misses.record(query);
    return instead;
  }

  /** Nothing has these words: perhaps the last one was not finished, or one was mistyped. */
  private async instead(
    actor: Actor,
    query: string,
    terms: SearchTerms,
    filter: SearchFilter,
    paging: { limit: number; offset: number },
  ): Promise<SearchResponse> {
    const begun = await this.queries.find(actor, { ...terms, unfinished: true }, filter, paging);
    if (begun.total) return this.answer(actor, begun);
    const meant = await this.didYouMean.correct(actor, query, terms, filter.types);
    const meantTerms = meant === undefined ? undefined : termsOf(meant);
    const found = meantTerms ? await this.queries.find(actor, meantTerms, filter, paging) : nothing;
    return this.answer(actor, found, found.total ? meant : undefined);
  }

  private async answer(actor: Actor, found: Found, meant?: string): Promise<SearchResponse> {
    const details = await Promise.all(
      [...this.search.known].map(async ([type, detailsOf]) => {
        const ids = found.rows.filter((row) => row.type === type).map(({ id }) => id);
        return ids.length ? [...(await detailsOf(ids, actor))] : [];
      }),
    );
    const byId = new Map(details.flat());
    const results = found.rows.flatMap((row) => {
      const detail = byId.get(row.id);
      return detail ? [toResult(row, detail)] : [];
    });
    return { results, total: found.total, total_capped: found.capped, did_you_mean: meant ?? null };
  }
}
