import { useLayoutEffect, useMemo, useState } from 'react';
import type { PageRefResponse } from '../../api/generated/model/pageRefResponse';
import classes from './page-tree.module.css';
import { TreeContext } from './tree-context';
import { handleTreeKey } from './tree-keys';
import { TreeLevel } from './tree-level';
import { openNodes, useTreeState } from './tree-state';

/** An item as its own screen knows it. */
export interface CurrentPage {
  id: string;
  category: { id: string; title: string };
  /** The pages above it, from the top. */
  trail: readonly PageRefResponse[];
}

interface PageTreeProps {
  page: CurrentPage;
  onNavigate?: () => void;
}

/** The pages of a category, in which the current one is shown. */
export function PageTree({ page, onNavigate }: PageTreeProps) {
  const { id, category, trail } = page;
  const [tabStop, setTabStop] = useState<string>();
  const { open } = useTreeState();
  const currentKey = [...trail.map((above) => above.id), id].join(' ');
  const currentPath = useMemo(() => currentKey.split(' '), [currentKey]);
  // Before the first paint. The reader may close them afterwards.
  useLayoutEffect(() => {
    openNodes(currentPath);
  }, [currentPath]);
  const context = useMemo(
    () => ({ currentId: id, currentPath, open: new Set(open), tabStop, setTabStop, onNavigate }),
    [id, currentPath, open, tabStop, onNavigate],
  );
  return (
    <TreeContext value={context}>
      <ul
        role="tree"
        aria-label={category.title}
        className={classes.tree}
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
