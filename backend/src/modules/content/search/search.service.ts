import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import { DidYouMean } from './did-you-mean.js';
import type { SearchFilter } from './search-candidates.js';
import type { SearchType } from './search-entry.js';
import { SearchSources } from './search-sources.js';
import { type SearchTerms, termsOf } from './search-terms.js';
import { DEFAULT_RESULTS, type SearchRequest, type SearchResponse, type SearchScope } from './search.dto.js';
import { toResult } from './search.mapper.js';
import { type Matches, SearchQueries } from './search.queries.js';
import { ZeroResultQueries } from './zero-result-queries.js';

interface Paging {
  limit: number;
  offset: number;
}

const ofScope = (types: SearchType[], scope: SearchScope): SearchType[] =>
  scope === 'all' ? types : types.filter((type) => type === scope);

const noMatches: Matches = { rows: [], total: 0, capped: false };

/** Turns a search request into its response. */
@Injectable()
export class SearchService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly sources: SearchSources,
    private readonly didYouMean: DidYouMean,
    private readonly zeroResultQueries: ZeroResultQueries,
  ) {}

  /** The registered types of a scope whose titles complete a search text. */
  suggestedTypesIn(scope: SearchScope): SearchType[] {
    return ofScope(this.sources.suggestedTypes, scope);
  }

  async find(actor: Actor, request: SearchRequest): Promise<SearchResponse> {
    const query = request.query ?? '';
    const types = request.content_type
      ? ofScope(this.sources.types, request.content_type)
      : (['document', 'video'] satisfies SearchType[]);
    const filter = { types, categoryId: request.category_id || undefined, difficulty: request.difficulty };
    const { limit = DEFAULT_RESULTS, page = 1 } = request;
    const paging = { limit, offset: (page - 1) * limit };
    if (!query && !filter.categoryId)
      throw invalid([{ field: 'query', message: 'Please type what you are looking for.' }]);
    if (!query && filter.categoryId) {
      const latest = await this.queries.listLatest(actor, { ...filter, categoryId: filter.categoryId }, paging);
      return this.toResponse(actor, latest);
    }
    const terms = termsOf(query);
    if (!terms || !types.length) return this.toResponse(actor, noMatches);
    const matches = await this.queries.find(actor, terms, filter, paging);
    if (matches.hasWholeWords) return this.toResponse(actor, matches);
    const alternatives = await this.findAlternatives(actor, query, terms, filter, paging);
    const isUnfiltered = !filter.categoryId && !filter.difficulty && (request.content_type ?? 'all') === 'all';
    if (!alternatives.total && page === 1 && isUnfiltered && !request.unfinished)
      await optionalWrite(() => this.zeroResultQueries.record(query, terms));
    return alternatives;
  }

  /**
   * After a search without matches of whole words: takes the last word as the beginning of one, then corrects mistyped
   * words.
   */
  private async findAlternatives(
    actor: Actor,
    query: string,
    terms: SearchTerms,
    filter: SearchFilter,
    paging: Paging,
  ): Promise<SearchResponse> {
    const prefixMatches = await this.queries.find(actor, { ...terms, unfinished: true }, filter, paging);
    if (prefixMatches.total) return this.toResponse(actor, prefixMatches);
    const corrected = await this.didYouMean.correct(actor, query, terms, filter.types);
    const correctedTerms = corrected === undefined ? undefined : termsOf(corrected);
    const matches = correctedTerms ? await this.queries.find(actor, correctedTerms, filter, paging) : noMatches;
    return this.toResponse(actor, matches, matches.total ? corrected : undefined);
  }

  private async toResponse(actor: Actor, matches: Matches, corrected?: string): Promise<SearchResponse> {
    const details = await Promise.all(
      this.sources.all.map(async (source) => {
        const ids = matches.rows.filter((row) => row.type === source.type).map(({ id }) => id);
        return ids.length ? [...(await source.findDetails(ids, actor))] : [];
      }),
    );
    const byId = new Map(details.flat());
    const results = matches.rows.flatMap((row) => {
      const detail = byId.get(row.id);
      return detail ? [toResult(row, detail)] : [];
    });
    return { results, total: matches.total, total_capped: matches.capped, did_you_mean: corrected ?? null };
  }
}
