/** A version whose instances may run beside those of this one during a rolling deployment. */
interface PinnedVersion {
  commit: string;
  what: string;
  /** names of the reconciliation checks that it leaves differences in, all of them in docs/known-gaps.md */
  leaves: readonly string[];
}

/**
 * A later version takes the place of one here when that one no longer runs with the packages of today. The newest is
 * the one that was released last.
 */
export const earlierVersions: readonly PinnedVersion[] = [
  {
    commit: 'e761a3c4',
    what: 'the forum, before the administration',
    leaves: [
      'events per day',
      'views per day',
      'active users per period',
      'documents and videos in the search index',
      'views of all documents and videos',
    ],
  },
];
