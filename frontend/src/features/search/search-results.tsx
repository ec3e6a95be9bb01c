import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { parseSearchWords } from '../../lib/highlight-words';
import { searchTexts as text } from '../../messages/search';
import { getUniqueItems } from '../../shared/cursor-pages';
import { LoadMore, useFocusOnNewItems } from '../../shared/load-more';
import { Skeleton } from '../../ui/skeleton';
import { VisuallyHidden } from '../../ui/visually-hidden';
import { insertElements, isolate } from '../../ui/isolate';
import { CommunityResults } from './community-results';
import { NoResults } from './no-results';
import { ResultItem, ResultItemSkeleton } from './result-item';
import { PAGE_SIZE } from './filters';
import { searchQuery } from './queries';
import { MAX_PAGES, type SearchFilters } from './search-params';
import { useCommunityResults } from './use-community-results';
import classes from './search-screen.module.css';

const RESULTS = 5;

export function ResultsSkeleton() {
  return (
    <Skeleton>
      <div className={classes.results}>
        {Array.from({ length: RESULTS }, (_, index) => (
          <ResultItemSkeleton key={index} index={index} />
        ))}
      </div>
    </Skeleton>
  );
}

/** Arrow keys move between the results, and from the first one back to the input. */
function moveResultFocus(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('h3 a')];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  if (event.key === 'ArrowUp' && at === 0) onLeave();
  else links[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
}

interface CorrectionNoticeProps {
  filters: SearchFilters;
  correctedQuery: string;
  isContentOnly: boolean;
}

/** Says that the results are those of a corrected query. */
function CorrectionNotice({ filters, correctedQuery, isContentOnly }: CorrectionNoticeProps) {
  return (
    <p role="status" className={classes.corrected}>
      {insertElements(
        (typed, meant) => (isContentOnly ? text.correctedContent : text.corrected)({ typed, meant }),
        <bdi>{filters.q}</bdi>,
        <Link to="/search" search={{ ...filters, q: correctedQuery }} className={classes.suggestion}>
          {correctedQuery}
        </Link>,
      )}
    </p>
  );
}

interface SearchResultsProps {
  filters: SearchFilters;
  onPages: (pages: number) => void;
  onMoveToSearchBox: () => void;
}

export function SearchResults({ filters, onPages, onMoveToSearchBox }: SearchResultsProps) {
  const query = useSuspenseInfiniteQuery(searchQuery(filters));
  const { pages } = query.data;
  const main = pages[0];
  const communityResults = useCommunityResults(filters, main);
  const { discussions, isCommunityPending } = communityResults;
  const results = getUniqueItems(
    pages.map((page) => page.results),
    ({ type, id }) => `${type} ${id}`,
  );
  const { results: list, markFirstNew } = useFocusOnNewItems(results.length);
  const isEmpty = results.length === 0;
  // Until it is known whether there are discussions.
  if (isEmpty && isCommunityPending) return <ResultsSkeleton />;

  const correctedQuery = main?.did_you_mean ?? (isEmpty ? discussions?.did_you_mean : undefined);
  const words = parseSearchWords(main?.did_you_mean ?? filters.q ?? '');
  return (
    <div
      ref={list}
      onKeyDown={(event) => {
        moveResultFocus(event, onMoveToSearchBox);
      }}
    >
      {correctedQuery && (
        <CorrectionNotice
          filters={filters}
          correctedQuery={correctedQuery}
          isContentOnly={discussions?.did_you_mean === null}
        />
      )}
      {isEmpty && discussions && !correctedQuery && (
        <p className={classes.onlyThreads}>{isolate(text.community.onlyThreads, filters.q ?? '')}</p>
      )}
      {isEmpty && !discussions && <NoResults filters={filters} />}
      {!isEmpty && (
        <VisuallyHidden>
          <h2>{text.results}</h2>
        </VisuallyHidden>
      )}
      <div className={classes.results}>
        {results.map((result) => (
          <ResultItem key={`${result.type} ${result.id}`} result={result} words={words} />
        ))}
      </div>
      <LoadMore
        query={query}
        onLoad={() => {
          markFirstNew(results.length);
        }}
        onLoaded={onPages}
      />
      {pages.length === MAX_PAGES && <p className={classes.end}>{text.lastPage(MAX_PAGES * PAGE_SIZE)}</p>}
      <CommunityResults q={filters.q ?? ''} results={communityResults} />
    </div>
  );
}
