import { IconFolderOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { use, useId, useLayoutEffect, useMemo, useState } from 'react';
import type { CategoryResponse } from '../../api/generated/model/categoryResponse';
import { listFilters } from '../../messages/list-filters';
import { pageTree as text } from '../../messages/page-tree';
import { StateView } from '../../ui/state-view';
import { addDepths, getCategoryPath } from '../categories/category-tree';
import { CategoryTile } from '../categories/category-tile';
import { RestrictedMark } from '../categories/restricted-mark';
import { categoriesQuery } from '../categories/queries';
import { LoadError } from '../errors/load-error';
import { useCan } from '../session/session';
import classes from './page-tree.module.css';
import { TreeContext } from './tree-context';
import { handleTreeKey } from './tree-keys';
import { Toggle, toggleNode, TreeLevel, TreeSkeleton, useRowData, useTreeRow } from './tree-level';
import { openFirstNodes, useTreeState } from './tree-state';
import { usePageMoving } from './use-page-moving';

const nowhere: readonly string[] = [];

interface CategoryRowProps {
  category: CategoryResponse;
  depth: number;
  isFirst: boolean;
}

/** A category, whose pages are below it. Its subcategories follow it as rows of their own. */
function CategoryRow({ category, depth, isFirst }: CategoryRowProps) {
  const { id, title, icon, color } = category;
  const { open, moving } = use(TreeContext);
  const { row, props } = useTreeRow(id, isFirst);
  const isOpen = open.has(id);
  const position = useMemo(() => ({ categoryId: id, path: nowhere, siblings: [], index: -1 }), [id]);
  useRowData(row, { position });
  return (
    <li role="none">
      <div
        {...props}
        ref={row}
        className={classes.row}
        data-category
        data-id={id}
        data-drop={moving?.drop?.id === id ? 'combine' : undefined}
        aria-level={depth + 1}
        aria-expanded={isOpen}
        onKeyDown={(event) => {
          if (event.key === 'Enter') toggleNode(id, isOpen);
        }}
        onClick={() => {
          toggleNode(id, isOpen);
        }}
      >
        <Toggle isShown />
        <CategoryTile icon={icon} color={color} isSmall />
        <span dir="auto" className={classes.title}>
          {title}
        </span>
        <RestrictedMark category={category} />
      </div>
      {isOpen && (
        <ul role="group" className={classes.group}>
          <TreeLevel categoryId={id} path={nowhere} depth={depth + 2} emptyText={text.emptyCategory} />
        </ul>
      )}
    </li>
  );
}

/** So many pages are about a screen. */
const FIRST_PAGES = 20;

/** The first categories that have pages, as far as these fill a screen. */
function getFirstCategories(categories: readonly CategoryResponse[]): string[] {
  const ids: string[] = [];
  let pages = 0;
  for (const { id, content_count } of categories) {
    if (pages >= FIRST_PAGES) break;
    if (content_count > 0) ids.push(id);
    pages += content_count;
  }
  return ids;
}

interface CategoryTreeViewProps {
  /** Shows this category only, with those below it. */
  categoryId?: string | undefined;
}

/** All categories with their pages. Pages can be moved by those who may edit them. */
export default function CategoryTreeView({ categoryId }: CategoryTreeViewProps) {
  const { data: all, error, refetch } = useQuery(categoriesQuery);
  const categories = useMemo(
    () =>
      categoryId === undefined
        ? all
        : all?.filter(({ id }) => getCategoryPath(all, id).some((above) => above.id === categoryId)),
    [all, categoryId],
  );
  // Before the first paint. The reader may close them afterwards.
  const firstIds = categories && getFirstCategories(categories);
  const firstKey = firstIds?.join(' ');
  useLayoutEffect(() => {
    if (firstKey) openFirstNodes(firstKey.split(' '), categoryId !== undefined);
  }, [firstKey, categoryId]);
  const [tabStop, setTabStop] = useState<string>();
  const { open } = useTreeState();
  // Each row says whether its page can be moved; others than these move none.
  const canMove = useCan('content.create', 'content.edit_any', 'moderates_categories');
  const { moving, announcement } = usePageMoving();
  const help = useId();
  const context = useMemo(
    () => ({
      currentId: undefined,
      currentPath: nowhere,
      open: new Set(open),
      tabStop,
      setTabStop,
      ...(canMove && { moving }),
    }),
    [open, tabStop, canMove, moving],
  );
  if (!categories)
    return error ? (
      <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />
    ) : (
      <TreeSkeleton rows={8} />
    );
  if (categories.length === 0 && categoryId !== undefined)
    return (
      <StateView
        icon={<IconFolderOff size={24} />}
        title={listFilters.missingCategoryTitle}
        text={listFilters.missingCategoryText}
      />
    );
  if (categories.length === 0)
    return <StateView icon={<IconFolderOff size={24} />} title={text.noCategoriesTitle} text={text.noCategoriesText} />;
  return (
    <TreeContext value={context}>
      {canMove && (
        <p id={help} className={classes.help}>
          <span className={classes.mouseHelp}>{text.movingHelp}</span>
          <span className={classes.touchHelp}>{text.movingHelpTouch}</span>
        </p>
      )}
      <ul
        role="tree"
        aria-label={text.allPages}
        aria-describedby={canMove ? help : undefined}
        className={classes.tree}
        data-large
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          if (handleTreeKey(event.key, event.currentTarget, event.target)) event.preventDefault();
        }}
      >
        {addDepths(categories).map(({ category, depth }, index) => (
          <CategoryRow key={category.id} category={category} depth={depth} isFirst={index === 0} />
        ))}
      </ul>
      <p role="status" className={classes.announcement}>
        {announcement}
      </p>
    </TreeContext>
  );
}
