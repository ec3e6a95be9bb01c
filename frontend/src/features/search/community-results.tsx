import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { parseSearchWords } from '../../lib/highlight-words';
import { messages } from '../../messages/common';
import { searchTexts } from '../../messages/search';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { ResultItem, ResultItemSkeleton } from './result-item';
import type { useCommunityResults } from './use-community-results';
import classes from './search-screen.module.css';

const text = searchTexts.community;

const SKELETON_THREADS = 2;

interface CommunityResultsProps {
  q: string;
  results: ReturnType<typeof useCommunityResults>;
}

/** The best threads and replies below the documents and videos; nothing when none match. */
export function CommunityResults({
  q,
  results: { community, discussions, isCommunityPending },
}: CommunityResultsProps) {
  const headingId = useId();
  if (isCommunityPending)
    return (
      <div className={classes.community}>
        <Skeleton>
          <SkeletonItem width="12rem" height="1.25rem" />
          <div className={classes.results}>
            {Array.from({ length: SKELETON_THREADS }, (_, index) => (
              <ResultItemSkeleton key={index} index={index} />
            ))}
          </div>
        </Skeleton>
      </div>
    );
  if (community.isError)
    return (
      <div role="alert" className={classes.communityError}>
        {text.loadFailed}
        <Button variant="subtle" size="sm" isLoading={community.isFetching} onClick={() => void community.refetch()}>
          {messages.common.tryAgain}
        </Button>
      </div>
    );
  if (!discussions) return null;
  const words = parseSearchWords(discussions.did_you_mean ?? q);
  return (
    <section aria-labelledby={headingId} className={classes.community}>
      <div className={classes.communityHead}>
        <h2 id={headingId}>{text.title}</h2>
        <Link to="/search" search={{ q: discussions.did_you_mean ?? q, type: 'community' }}>
          {text.all}
        </Link>
      </div>
      <div className={classes.results}>
        {discussions.results.map((result) => (
          <ResultItem key={`${result.type} ${result.id}`} result={result} words={words} />
        ))}
      </div>
    </section>
  );
}
