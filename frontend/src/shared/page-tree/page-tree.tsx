import { useLayoutEffect, useMemo, useState } from 'react';
import type { PageRefResponse } from '../../api/generated/model/pageRefResponse';
import type { RestrictedMarkProps } from '../categories/restricted-mark';
import classes from './page-tree.module.css';
import { TreeContext } from './tree-context';
import { handleTreeKey } from './tree-keys';
import { TreeLevel } from './tree-level';
import { openNodes, useTreeState } from './tree-state';

/** An item as its own screen knows it. */
export interface CurrentPage {
  id: string;
  category: { id: string; title: string } & RestrictedMarkProps['category'];
  /** The pages above it, from the top. */
  trail: readonly PageRefResponse[];
}

interface PageTreeProps {
  category: Pick<CurrentPage['category'], 'id' | 'title'>;
  /** Shown with what is above it. */
  current?: Pick<CurrentPage, 'id' | 'trail'>;
  isLarge?: boolean;
  onNavigate?: () => void;
}

/** The pages of a category. */
export function PageTree({ category, current, isLarge = false, onNavigate }: PageTreeProps) {
  const [tabStop, setTabStop] = useState<string>();
  const { open } = useTreeState();
  const currentId = current?.id;
  const currentKey = current ? [...current.trail.map(({ id }) => id), current.id].join(' ') : '';
  const currentPath = useMemo(() => (currentKey ? currentKey.split(' ') : []), [currentKey]);
  // Before the first paint. The reader may close them afterwards.
  useLayoutEffect(() => {
    openNodes(currentPath);
  }, [currentPath]);
  const context = useMemo(
    () => ({ currentId, currentPath, open: new Set(open), tabStop, setTabStop, onNavigate }),
    [currentId, currentPath, open, tabStop, onNavigate],
  );
  return (
    <TreeContext value={context}>
      <ul
        role="tree"
        aria-label={category.title}
        className={classes.tree}
        data-large={isLarge || undefined}
        onKeyDown={(event) => {
          if (event.altKey || event.ctrlKey || event.metaKey) return;
          if (handleTreeKey(event.key, event.currentTarget, event.target)) event.preventDefault();
        }}
      >
        <TreeLevel categoryId={category.id} path={[]} depth={1} isFirst />
      </ul>
    </TreeContext>
  );
}
