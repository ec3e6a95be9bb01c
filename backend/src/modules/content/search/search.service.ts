import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { invalid } from '../../../platform/errors/domain-error.js';
import { CompoundFinder } from './compound-finder.js';
import { QueryCorrector } from './query-corrector.js';
import type { SearchFilter } from './search-candidates.js';
import { decodeSearchCursor, encodeSearchCursor, type SearchCursor } from './search-cursor.js';
import { searchTypes, type SearchType } from './search-index.service.js';
import { SearchSourceRegistry } from './search-source-registry.js';
import { type SearchTerms, getTerms } from './search-terms.js';
import {
  DEFAULT_RESULTS,
  type SearchDetails,
  type SearchFileResponse,
  type SearchRequest,
  type SearchResponse,
  type SearchResultResponse,
  type SearchScope,
} from './search.dto.js';
import { type Matches, type MatchRow, SearchQueries } from './search.queries.js';
import { MARK } from './search-text.js';
import { toSnippet } from './snippets.js';
import { ZeroResultRecorder } from './zero-result-recorder.js';

interface Paging {
  limit: number;
  offset: number;
  time: Date;
}

/** How the matches were found, for the cursor of the next page. */
interface SearchMethod extends Pick<SearchCursor, 'time'> {
  isUnfinished?: boolean;
  hasCompounds?: boolean;
  corrected?: string | undefined;
}

const typesByScope: Partial<Record<SearchScope, readonly SearchType[]>> = {
  all: searchTypes,
  community: ['thread', 'post'],
  page: ['document', 'video', 'thread'],
};

const isInScope = (type: SearchType, scope: SearchScope): boolean =>
  type === scope || (typesByScope[scope]?.includes(type) ?? false);

const filterByScope = (types: SearchType[], scope: SearchScope): SearchType[] =>
  types.filter((type) => isInScope(type, scope));

/** With fewer matches, words that contain those of the query are searched as well. */
const FEW_MATCHES = 3;

const noMatches: Matches = { rows: [], total: 0, capped: false };

/** Turns a search request into its response. */
@Injectable()
export class SearchService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly sources: SearchSourceRegistry,
    private readonly corrector: QueryCorrector,
    private readonly compounds: CompoundFinder,
    private readonly zeroResults: ZeroResultRecorder,
  ) {}

  /** The registered types of a scope whose titles complete a search text. */
  getSuggestedTypes(scope: SearchScope): SearchType[] {
    return filterByScope(this.sources.suggestedTypes, scope);
  }

  async find(actor: Actor, request: SearchRequest): Promise<SearchResponse> {
    const query = request.query ?? '';
    const types = request.content_type
      ? filterByScope(this.sources.types, request.content_type)
      : (['document', 'video'] satisfies SearchType[]);
    const filter = { types, categoryId: request.category_id || undefined, difficulty: request.difficulty };
    const { limit = DEFAULT_RESULTS, page = 1 } = request;
    const paging = { limit, offset: (page - 1) * limit, time: new Date() };
    if (!query && !filter.categoryId)
      throw invalid([{ field: 'query', message: (texts) => texts.content.queryRequired }]);
    if (!query && filter.categoryId) {
      const pageRequest = { ...paging, cursor: request.cursor };
      const latest = await this.queries.listLatest(actor, { ...filter, categoryId: filter.categoryId }, pageRequest);
      return this.toResponse(actor, latest, paging);
    }
    if (request.cursor !== undefined)
      return this.findNextPage(actor, query, filter, { limit, after: decodeSearchCursor(request.cursor) });
    const terms = getTerms(query);
    if (!terms || !types.length) return this.toResponse(actor, noMatches, paging);
    const matches = await this.queries.find(actor, terms, filter, paging);
    if (matches.hasWholeWords) {
      const more = matches.total < FEW_MATCHES ? await this.findCompounds(actor, terms, filter, paging) : noMatches;
      return more.total > matches.total
        ? this.toResponse(actor, more, { ...paging, hasCompounds: true })
        : this.toResponse(actor, matches, paging);
    }
    const alternatives = await this.findAlternatives(actor, query, terms, filter, paging);
    const isUnfiltered = !filter.categoryId && !filter.difficulty && (request.content_type ?? 'all') === 'all';
    if (!alternatives.total && page === 1 && isUnfiltered && !request.unfinished)
      await optionalWrite(() => this.zeroResults.record(query));
    return alternatives;
  }

  /** The matches after a page, found as those of that page. */
  private async findNextPage(
    actor: Actor,
    query: string,
    filter: SearchFilter,
    { limit, after }: { limit: number; after: SearchCursor },
  ): Promise<SearchResponse> {
    const { time, isUnfinished: unfinished, hasCompounds, corrected } = after;
    const words = getTerms(corrected || query);
    const terms = words && hasCompounds ? await this.compounds.expand(words) : words;
    if (!terms || !filter.types.length) return this.toResponse(actor, noMatches, after);
    const matches = await this.queries.find(actor, { ...terms, unfinished }, filter, { limit, time, after });
    return this.toResponse(actor, matches, after);
  }

  /**
   * After a search without matches of whole words: takes the last word as the beginning of one, then each as a part of
   * longer ones, then corrects mistyped words.
   */
  private async findAlternatives(
    actor: Actor,
    query: string,
    terms: SearchTerms,
    filter: SearchFilter,
    paging: Paging,
  ): Promise<SearchResponse> {
    const beginning = { ...terms, unfinished: true };
    const prefixMatches = await this.queries.find(actor, beginning, filter, paging);
    if (prefixMatches.total < FEW_MATCHES) {
      const more = await this.findCompounds(actor, beginning, filter, paging);
      if (more.total > prefixMatches.total)
        return this.toResponse(actor, more, { ...paging, isUnfinished: true, hasCompounds: true });
    }
    if (prefixMatches.total) return this.toResponse(actor, prefixMatches, { ...paging, isUnfinished: true });
    const corrected = await this.corrector.correct(actor, query, terms, filter.types);
    const correctedTerms = corrected === undefined ? undefined : getTerms(corrected);
    const matches = correctedTerms ? await this.queries.find(actor, correctedTerms, filter, paging) : noMatches;
    return this.toResponse(actor, matches, { ...paging, corrected: matches.total ? corrected : undefined });
  }

  /** The matches of words that contain those of the query; none if there are no such words. */
  private async findCompounds(
    actor: Actor,
    terms: SearchTerms,
    filter: SearchFilter,
    paging: Paging,
  ): Promise<Matches> {
    const expanded = await this.compounds.expand(terms);
    return expanded ? this.queries.find(actor, expanded, filter, paging) : noMatches;
  }

  private async toResponse(
    actor: Actor,
    matches: Matches,
    { time, isUnfinished = false, hasCompounds = false, corrected = '' }: SearchMethod,
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
    const next = matches.next && encodeSearchCursor({ time, isUnfinished, hasCompounds, corrected, ...matches.next });
    return {
      results,
      total: matches.total,
      total_capped: matches.capped,
      did_you_mean: corrected || null,
      next_cursor: next ?? matches.nextCursor ?? null,
    };
  }
}

const toResult = (row: MatchRow, details: SearchDetails): SearchResultResponse => {
  const { type, id, title, summary, url, heading, heading_url, german, english } = row;
  const file = toFile(row);
  const hasHeading = heading !== null && heading_url !== null && heading_url !== url && !file;
  return {
    ...details,
    type,
    id,
    title,
    summary,
    url,
    heading: hasHeading ? { title: heading, url: heading_url } : null,
    file,
    snippet: toSnippet(german !== null && countMarks(german) > countMarks(english) ? german : english),
  };
};

/** Only PDFs are shown in the page, so only these open at a page. */
function toFile({ url, file_id: id, file_name: name, media_type, page }: MatchRow): SearchFileResponse | null {
  if (id === null || name === null) return null;
  const unit = media_type?.includes('presentation') ? 'SLIDE' : media_type?.includes('sheet') ? 'SHEET' : 'PAGE';
  const anchor = media_type === 'application/pdf' && page !== null ? `file-${id}-page-${page}` : `file-${id}`;
  return { id, name, page, unit, url: `${url.replace(/#.*/, '')}#${anchor}` };
}

const countMarks = (text: string): number => text.split(MARK).length;
