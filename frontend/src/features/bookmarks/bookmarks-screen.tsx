import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ContentKind } from '../../api/generated/model/contentKind';
import { usePageTitle } from '../../lib/use-page-title';
import { messages } from '../../messages/en';
import { bookmarks as text } from '../../messages/en-bookmarks';
import { PageHeading } from '../../ui/page-heading';
import { SegmentedControl } from '../../ui/segmented-control';
import { BookmarkList } from './bookmark-list';
import classes from './bookmarks.module.css';
import { bookmarksQuery } from './queries';
import { KINDS } from './search-params';

const KIND_OPTIONS = ['all', ...KINDS] as const;

function BookmarkCount({ kind }: { kind: ContentKind | undefined }) {
  const { data } = useInfiniteQuery(bookmarksQuery(kind));
  const last = data?.pages.at(-1);
  return (
    <p aria-live="polite" className={classes.count}>
      {last ? messages.common.bookmarks(`${last.total}${last.capped ? '+' : ''}`) : '\u00a0'}
    </p>
  );
}

export function BookmarksScreen({ kind }: { kind: ContentKind | undefined }) {
  const navigate = useNavigate();
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      <div className={classes.bar}>
        <BookmarkCount kind={kind} />
        <SegmentedControl
          label={text.filter}
          value={kind ?? 'all'}
          options={KIND_OPTIONS.map((value) => ({ value, label: text.types[value] }))}
          onChange={(value) =>
            void navigate({
              to: '/user/bookmarks',
              search: { type: value === 'all' ? undefined : value },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      <BookmarkList key={kind} kind={kind} />
    </>
  );
}
