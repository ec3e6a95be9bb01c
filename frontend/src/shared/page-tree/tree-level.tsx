import { IconCheck, IconChevronRight, IconVideo } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { getErrorText } from '../../api/problem';
import { messages } from '../../messages/common';
import { pageTree as text } from '../../messages/page-tree';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import { UnusualStatusBadge } from '../content/content-meta';
import { getItemParam } from '../links';
import { getLevelItems, treeLevelQuery, type TreeItem } from './queries';
import classes from './page-tree.module.css';
import { type RowData, TreeContext } from './tree-context';
import { getKeyboardPlace, type TreePosition } from './tree-places';
import { closeNode, openNodes } from './tree-state';

/** Pages that are loaded one after the other to find the current one. */
const MAX_SEARCHED = 1000;

/** Whether a click was on the arrow of a row, which is no button, because keys open and close rows, too. */
export const isToggle = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest('[data-toggle]') !== null;

export const toggleNode = (id: string, isOpen: boolean): void => {
  if (isOpen) closeNode(id);
  else openNodes([id]);
};

/** Scrolls the box around a tree, but not the page, until a row is in the middle of what it shows. */
function showInBox(row: HTMLElement): void {
  const box = row.closest('[data-scrolled]');
  if (!box) return;
  const [{ top, bottom, height }, outer] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
  if (top >= outer.top && bottom <= outer.bottom) return;
  box.scrollTop += top - outer.top - (outer.height - height) / 2;
}

/** The attributes of a row that depend on the focus. */
export function useTreeRow(id: string, isFirst: boolean) {
  const { tabStop, setTabStop, currentId, moving } = use(TreeContext);
  const row = useRef<HTMLAnchorElement & HTMLDivElement>(null);
  const isCurrent = id === currentId;
  useEffect(() => {
    if (isCurrent) {
      setTabStop(id);
      if (row.current) showInBox(row.current);
    }
  }, [isCurrent, id, setTabStop]);
  const isStop = tabStop === id;
  const wasStop = useRef(isStop);
  useEffect(() => {
    wasStop.current = isStop;
  }, [isStop]);
  // A row that disappears must not be the only one that the Tab key reaches.
  useEffect(
    () => () => {
      if (wasStop.current) setTabStop(undefined);
    },
    [setTabStop],
  );
  const onFocused = moving?.focusId === id ? moving.onFocused : undefined;
  useEffect(() => {
    if (!onFocused) return;
    row.current?.focus();
    onFocused();
  }, [onFocused]);
  return {
    row,
    isCurrent,
    props: {
      role: 'treeitem',
      tabIndex: isStop || (tabStop === undefined && isFirst) ? 0 : -1,
      onFocus: () => {
        setTabStop(id);
      },
    } as const,
  };
}

/** Makes a row part of dragging, where pages can be moved. */
export function useRowData(row: RefObject<HTMLElement | null>, data: RowData): void {
  const attach = use(TreeContext).moving?.attach;
  const latest = useRef(data);
  useEffect(() => {
    latest.current = data;
  });
  useEffect(() => {
    const element = row.current;
    return element && attach ? attach(element, () => latest.current) : undefined;
  }, [attach, row]);
}

interface PageRowProps {
  item: TreeItem;
  position: TreePosition;
  /** Of the hierarchy, from 1. */
  depth: number;
  isFirst: boolean;
}

function PageRow({ item, position, depth, isFirst }: PageRowProps) {
  const { id, type, title, status, has_children: hasChildren, number, is_done: isDone } = item;
  const { open, onNavigate, moving } = use(TreeContext);
  const { row, isCurrent, props } = useTreeRow(id, isFirst);
  const isOpen = hasChildren && open.has(id);
  useRowData(row, { item, position });
  const moveByKey = (event: KeyboardEvent) => {
    if (!event.altKey || !moving || !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    event.stopPropagation();
    const place = getKeyboardPlace(event.key, position);
    if (place) moving.move(item, position, place);
  };
  return (
    <li role="none">
      <Link
        {...props}
        ref={row}
        to={type === 'video' ? '/videos/$id' : '/docs/$id'}
        params={{ id: getItemParam(item) }}
        preload={false}
        className={classes.row}
        data-id={id}
        data-drop={moving?.drop?.id === id ? moving.drop.operation : undefined}
        aria-busy={moving?.pendingId === id || undefined}
        aria-level={depth}
        aria-expanded={hasChildren ? isOpen : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onKeyDown={moveByKey}
        onClick={(event) => {
          if (!isToggle(event)) {
            onNavigate?.();
            return;
          }
          event.preventDefault();
          toggleNode(id, isOpen);
        }}
      >
        <Toggle isShown={hasChildren} />
        {number !== null && <span className={classes.number}>{number}.</span>}
        {type === 'video' && <IconVideo size={16} className={classes.icon} aria-label={text.video} />}
        <span dir="auto" className={classes.title}>
          {title}
        </span>
        {isDone && <IconCheck size={16} className={classes.done} aria-label={text.done} />}
        <UnusualStatusBadge status={status} />
      </Link>
      {isOpen && (
        <ul role="group" className={classes.group}>
          <TreeLevel categoryId={position.categoryId} path={[...position.path, id]} depth={depth + 1} />
        </ul>
      )}
    </li>
  );
}

export function Toggle({ isShown }: { isShown: boolean }) {
  return (
    <span className={classes.toggle} data-toggle={isShown || undefined} aria-hidden="true">
      {isShown && <IconChevronRight size={16} />}
    </span>
  );
}

export function TreeSkeleton({ rows }: { rows: number }) {
  return (
    <Skeleton className={classes.skeleton}>
      {Array.from({ length: rows }, (_, index) => (
        <SkeletonItem key={index} width={index % 2 ? '60%' : '80%'} height="0.875rem" />
      ))}
    </Skeleton>
  );
}

interface ActionRowProps {
  id: string;
  isFirst?: boolean;
  isLoading?: boolean;
  depth: number;
  onSelect: () => void;
  children: ReactNode;
}

/** A row that is a button, because a tree contains nothing but rows. */
function ActionRow({ id, isFirst = false, isLoading, depth, onSelect, children }: ActionRowProps) {
  const { row, props } = useTreeRow(id, isFirst);
  return (
    <li role="none">
      <div
        {...props}
        ref={row}
        className={classes.row}
        aria-level={depth}
        aria-busy={isLoading}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSelect();
        }}
        onClick={onSelect}
      >
        <Toggle isShown={false} />
        <span className={classes.action}>{children}</span>
      </div>
    </li>
  );
}

/** The page of a level that is the current one or above it. */
function findExpected(currentPath: readonly string[], path: readonly string[]): string | undefined {
  const parentId = path.at(-1);
  const index = parentId === undefined ? -1 : currentPath.indexOf(parentId);
  return parentId !== undefined && index < 0 ? undefined : currentPath[index + 1];
}

interface TreeLevelProps {
  categoryId: string;
  /** The pages above the level, from the top. */
  path: readonly string[];
  depth: number;
  /** Whether the level is the first of the tree. */
  isFirst?: boolean;
  /** Of an empty level. */
  emptyText?: string;
}

/** The pages with the same parent, loaded when they are shown. */
export function TreeLevel({ categoryId, path, depth, isFirst = false, emptyText }: TreeLevelProps) {
  const { currentPath } = use(TreeContext);
  const parentId = path.at(-1) ?? null;
  const query = useInfiniteQuery(treeLevelQuery(categoryId, parentId));
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const items = useMemo(() => (data ? getLevelItems(data.pages) : []), [data]);
  const expected = findExpected(currentPath, path);
  const isMissing = expected !== undefined && !items.some(({ id }) => id === expected);
  const shouldSearch = isMissing && hasNextPage && !isFetching && items.length < MAX_SEARCHED;
  useEffect(() => {
    if (shouldSearch) void fetchNextPage();
  }, [shouldSearch, fetchNextPage]);
  const rowId = `${categoryId} ${parentId ?? ''}`;
  if (!data && error)
    return (
      <>
        <li role="none" className={classes.note}>
          <p role="alert" className={classes.error}>
            {getErrorText(error, text.loadFailed)}
          </p>
        </li>
        <ActionRow id={rowId} isFirst={isFirst} depth={depth} onSelect={() => void refetch()}>
          {messages.common.tryAgain}
        </ActionRow>
      </>
    );
  if (!data)
    return (
      <li role="none" className={classes.note}>
        <TreeSkeleton rows={depth === 1 ? 6 : 2} />
      </li>
    );
  if (items.length === 0 && emptyText !== undefined)
    return (
      <li role="none" className={classes.note}>
        {emptyText}
      </li>
    );
  return (
    <>
      {items.map((item, index) => (
        <PageRow
          key={item.id}
          item={item}
          position={{ categoryId, path, siblings: items, index }}
          depth={depth}
          isFirst={isFirst && index === 0}
        />
      ))}
      {hasNextPage && (
        <ActionRow id={rowId} isLoading={isFetchingNextPage} depth={depth} onSelect={() => void fetchNextPage()}>
          {text.showMore}
        </ActionRow>
      )}
    </>
  );
}
