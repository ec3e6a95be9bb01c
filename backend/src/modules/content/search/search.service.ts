import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { QueryCorrector } from './query-corrector.js';
import type { SearchFilter } from './search-candidates.js';
import { decodeSearchCursor, encodeSearchCursor, type SearchPlace } from './search-cursor.js';
import type { SearchType } from './search-index.service.js';
import { SearchSourceRegistry } from './search-source-registry.js';
import { type SearchTerms, termsOf } from './search-terms.js';
import {
  DEFAULT_RESULTS,
  type SearchDetails,
  type SearchRequest,
  type SearchResponse,
  type SearchResultResponse,
  type SearchScope,
} from './search.dto.js';
import { type Matches, type MatchRow, SearchQueries } from './search.queries.js';
import { MARK } from './search-text.js';
import { toSnippet } from './snippets.js';
import { ZeroResultQueries } from './zero-result-queries.js';

interface Paging {
  limit: number;
  offset: number;
  time: Date;
}

/** How the matches were found, for the cursor of the next page. */
interface SearchMade extends Pick<SearchPlace, 'time'> {
  isUnfinished?: boolean;
  corrected?: string | undefined;
}

const ofScope = (types: SearchType[], scope: SearchScope): SearchType[] =>
  scope === 'all' ? types : types.filter((type) => type === scope);

const noMatches: Matches = { rows: [], total: 0, capped: false };

/** Turns a search request into its response. */
@Injectable()
export class SearchService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly sources: SearchSourceRegistry,
    private readonly corrector: QueryCorrector,
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
    const paging = { limit, offset: (page - 1) * limit, time: new Date() };
    if (!query && !filter.categoryId)
      throw invalid([{ field: 'query', message: 'Please type what you are looking for.' }]);
    if (!query && filter.categoryId) {
      const place = { ...paging, cursor: request.cursor };
      const latest = await this.queries.listLatest(actor, { ...filter, categoryId: filter.categoryId }, place);
      return this.toResponse(actor, latest, paging);
    }
    if (request.cursor !== undefined)
      return this.findAfter(actor, query, filter, { limit, after: decodeSearchCursor(request.cursor) });
    const terms = termsOf(query);
    if (!terms || !types.length) return this.toResponse(actor, noMatches, paging);
    const matches = await this.queries.find(actor, terms, filter, paging);
    if (matches.hasWholeWords) return this.toResponse(actor, matches, paging);
    const alternatives = await this.findAlternatives(actor, query, terms, filter, paging);
    const isUnfiltered = !filter.categoryId && !filter.difficulty && (request.content_type ?? 'all') === 'all';
    if (!alternatives.total && page === 1 && isUnfiltered && !request.unfinished)
      await optionalWrite(() => this.zeroResultQueries.record(query));
    return alternatives;
  }

  /** The matches after a page, found as those of that page. */
  private async findAfter(
    actor: Actor,
    query: string,
    filter: SearchFilter,
    { limit, after }: { limit: number; after: SearchPlace },
  ): Promise<SearchResponse> {
    const { time, isUnfinished, corrected } = after;
    const terms = termsOf(corrected || query);
    if (!terms || !filter.types.length) return this.toResponse(actor, noMatches, after);
    const matches = await this.queries.find(actor, isUnfinished ? { ...terms, unfinished: true } : terms, filter, {
      limit,
      time,
      after,
    });
    return this.toResponse(actor, matches, after);
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
    if (prefixMatches.total) return this.toResponse(actor, prefixMatches, { ...paging, isUnfinished: true });
    const corrected = await this.corrector.correct(actor, query, terms, filter.types);
    const correctedTerms = corrected === undefined ? undefined : termsOf(corrected);
    const matches = correctedTerms ? await this.queries.find(actor, correctedTerms, filter, paging) : noMatches;
    return this.toResponse(actor, matches, { ...paging, corrected: matches.total ? corrected : undefined });
  }

  private async toResponse(
    actor: Actor,
    matches: Matches,
    { time, isUnfinished = false, corrected = '' }: SearchMade,
  ): Promise<SearchResponse> {
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
    const next = matches.next && encodeSearchCursor({ time, isUnfinished, corrected, ...matches.next });
    return {
      results,
      total: matches.total,
      total_capped: matches.capped,
      did_you_mean: corrected || null,
      next_cursor: next ?? matches.nextCursor ?? null,
    };
  }
}

const toResult = (
  { type, id, title, summary, url, heading, heading_url, german, english }: MatchRow,
  details: SearchDetails,
): SearchResultResponse => ({
  ...details,
  type,
  id,
  title,
  summary,
  url,
  heading:
    heading === null || heading_url === null || heading_url === url ? null : { title: heading, url: heading_url },
  snippet: toSnippet(german !== null && countMarks(german) > countMarks(english) ? german : english),
});

const countMarks = (text: string): number => text.split(MARK).length;
