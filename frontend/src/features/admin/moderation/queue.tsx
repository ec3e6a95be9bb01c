import { useMediaQuery } from '@mantine/hooks';
import { IconCircleCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { LoadError } from '../../../shared/errors/load-error';
import { LoadMore } from '../../../shared/load-more';
import { queueKeys } from '../../../shared/shortcuts/key-maps';
import { runKeyAction } from '../../../shared/shortcuts/plain-keys';
import { ButtonLink } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';
import type { DecisionHandle } from './decision-buttons';
import { DecisionDialog, type DecisionRequest } from './decision-dialog';
import { ItemDetail } from './item-detail';
import { QueueSkeleton } from './queue-skeleton';
import { QueueList } from './queue-list';
import { getEntryKey, queueQuery } from './queries';
import type { QueueSearch } from './search-params';
import { PreviewSkeleton } from './text-box';
import classes from './moderation.module.css';

/** The shortcuts of the screen; touch screens have no use for them. */
function KeyHints() {
  return (
    <p className={classes.keys}>
      <span>{text.keys}:</span>
      {(['next', 'previous', 'approve', 'reject'] as const).map((action) => (
        <span key={action}>
          <kbd>{queueKeys[action]}</kbd> {text.keyHints[action]}
        </span>
      ))}
    </p>
  );
}

function EmptyQueue({ isFiltered, shouldFocus }: { isFiltered: boolean; shouldFocus: boolean }) {
  if (!isFiltered) {
    return (
      <StateView
        icon={<IconCircleCheck size={24} />}
        title={text.empty}
        text={text.emptyText}
        shouldFocus={shouldFocus}
      />
    );
  }
  return (
    <StateView icon={<IconCircleCheck size={24} />} title={text.emptyFiltered} shouldFocus={shouldFocus}>
      <ButtonLink variant="default" to="/admin/moderation">
        {text.showAll}
      </ButtonLink>
    </StateView>
  );
}

export function Queue({ search }: { search: QueueSearch }) {
  const navigate = useNavigate();
  const query = useInfiniteQuery(queueQuery(search));
  const isWide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const columns = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const decision = useRef<DecisionHandle>(null);
  const [asking, setAsking] = useState<DecisionRequest>();
  /** The entry that was decided on last. */
  const [decided, setDecided] = useState<string>();
  const isAfterDecision = decided !== undefined;
  /** Whether the entry was selected with a shortcut, which removes what had the focus. */
  const [isByKey, setByKey] = useState(false);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const requested = items.findIndex((item) => getEntryKey(item) === search.item);
  const isMissing = search.item !== undefined && requested === -1 && search.item !== decided;
  // Wide screens have room for the first item beside the list. The address names it, so that it stays on the screen
  // when another becomes the first.
  const first = isWide && items[0] ? getEntryKey(items[0]) : undefined;
  const index = search.item === undefined && isWide ? 0 : requested;
  const selected = items[index];

  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isSearching = isMissing && (hasNextPage || isFetching);
  useEffect(() => {
    // A link can lead to an item further down.
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage();
  }, [isMissing, hasNextPage, isFetching, fetchNextPage]);

  const show = (item: string | undefined) =>
    navigate({ to: '/admin/moderation', search: { ...search, item }, replace: true, resetScroll: false });
  const showFirst = useEffectEvent((item: string) => void show(item));
  const isUnnamed = search.item === undefined;
  useEffect(() => {
    if (isUnnamed && first !== undefined) showFirst(first);
  }, [isUnnamed, first]);

  const current = selected && getEntryKey(selected);
  const isAsking = asking !== undefined;
  useEffect(() => {
    // The shortcuts work with the focus in the queue only. After a page load, or the removal of its element, nothing
    // has the focus.
    if (!isWide || isAsking || document.activeElement !== document.body) return;
    const entry = columns.current?.querySelector<HTMLElement>('[aria-current]') ?? pane.current;
    entry?.focus({ preventScroll: true });
  }, [isWide, isAsking, current, isMissing]);

  const select = (next: number) => {
    const item = items[next];
    if (!item) return;
    setDecided(undefined);
    setByKey(true);
    void show(getEntryKey(item));
  };
  const keyActions = {
    [queueKeys.next]: () => {
      select(index + 1);
    },
    [queueKeys.previous]: () => {
      select(index - 1);
    },
    [queueKeys.approve]: () => decision.current?.approve(),
    [queueKeys.reject]: () => decision.current?.reject(),
  };

  if (!query.data) {
    return query.error ? (
      <LoadError error={query.error} title={text.loadFailed} onRetry={() => void query.refetch()} />
    ) : (
      <QueueSkeleton />
    );
  }
  if (items.length === 0 && !isMissing)
    return <EmptyQueue isFiltered={Boolean(search.type ?? search.reason)} shouldFocus={isAfterDecision} />;
  const showNext = () => {
    const next = items[index + 1] ?? items[index - 1];
    setDecided(current ?? search.item);
    setByKey(false);
    void show(next && getEntryKey(next));
  };
  return (
    <>
      <KeyHints />
      <div
        ref={columns}
        className={classes.columns}
        data-detail={search.item !== undefined || undefined}
        onKeyDown={({ nativeEvent }) => {
          runKeyAction(nativeEvent, keyActions);
        }}
      >
        {/* A click on text focuses the column, where the shortcuts work. */}
        <div tabIndex={-1} className={classes.list}>
          <QueueList items={items} search={search} selected={current} shouldFocus={isByKey && isWide} />
          <LoadMore query={query} />
        </div>
        {/* The key scrolls to the top of another entry. */}
        <div key={current} ref={pane} tabIndex={-1} className={classes.pane}>
          {selected && (
            <ItemDetail
              ref={decision}
              item={selected}
              search={search}
              // Narrow screens hide the list.
              shouldFocus={isAfterDecision || (isByKey && !isWide)}
              onAsk={setAsking}
              onRemoved={showNext}
            />
          )}
          {isSearching && <PreviewSkeleton />}
          {isMissing && !isSearching && (
            <StateView title={text.gone} text={text.goneText} shouldFocus={isAfterDecision}>
              <ButtonLink variant="default" to="/admin/moderation" search={{ ...search, item: undefined }}>
                {text.back}
              </ButtonLink>
            </StateView>
          )}
        </div>
      </div>
      {asking && (
        <DecisionDialog
          request={asking}
          onDecided={showNext}
          onClose={() => {
            setAsking(undefined);
          }}
        />
      )}
    </>
  );
}
