import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { isolate } from '../../../ui/isolate';
import { Assignee } from './assignment';
import { ItemBadges, ItemTitle, WaitingSince } from './item-heading';
import { getEntryKey } from './queries';
import type { QueueSearch } from './search-params';
import classes from './moderation.module.css';

function Entry({
  item,
  search,
  isSelected,
}: {
  item: ModerationItemResponse;
  search: QueueSearch;
  isSelected: boolean;
}) {
  return (
    <li>
      <Link
        to="/admin/moderation"
        search={{ ...search, item: getEntryKey(item) }}
        replace
        resetScroll={false}
        // A link to another state of the screen, which the router would mark as the page itself.
        activeProps={{ 'aria-current': undefined }}
        aria-current={isSelected || undefined}
        className={classes.entry}
      >
        <ItemBadges item={item} />
        <span className={classes.entryTitle}>
          <ItemTitle item={item} />
        </span>
        {item.excerpt && (
          <span dir="auto" className={classes.excerpt}>
            {item.excerpt}
          </span>
        )}
        <span className={classes.entryMeta}>
          <span>{isolate(text.by, item.author_name)}</span>
          <WaitingSince item={item} />
        </span>
        {item.assignee && <Assignee assignee={item.assignee} />}
      </Link>
    </li>
  );
}

/** Moves the focus between the entries. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const links = [...event.currentTarget.querySelectorAll('a')];
  const next = links[links.findIndex((link) => link === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface QueueListProps {
  items: readonly ModerationItemResponse[];
  search: QueueSearch;
  selected: string | undefined;
  /** Focuses the selected entry: it was selected with a shortcut. */
  shouldFocus: boolean;
}

export function QueueList({ items, search, selected, shouldFocus }: QueueListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>('[aria-current]');
    entry?.scrollIntoView({ block: 'nearest' });
    if (shouldFocus) entry?.focus({ preventScroll: true });
  }, [selected, shouldFocus]);
  return (
    <ul ref={list} aria-label={text.list} className={classes.entries} onKeyDown={moveFocus}>
      {items.map((item) => (
        <Entry key={getEntryKey(item)} item={item} search={search} isSelected={getEntryKey(item) === selected} />
      ))}
    </ul>
  );
}
