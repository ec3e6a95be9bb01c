import { IconListTree } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { lazy, useEffect, useState } from 'react';
import type { CategoryRefResponse } from '../../api/generated/model/categoryRefResponse';
import type { ContentKind } from '../../api/generated/model/contentKind';
import type { NeighboursResponse } from '../../api/generated/model/neighboursResponse';
import type { PageRefResponse } from '../../api/generated/model/pageRefResponse';
import { messages } from '../../messages/common';
import { Button } from '../../ui/button';
import { LazyBoundary } from '../../ui/lazy';
import { neighboursQuery } from '../content/page-queries';
import classes from './item-pages.module.css';

const PageNeighbours = lazy(() => import('./page-neighbours'));
const PageTreeAside = lazy(() => import('./page-tree-aside'));
const PageTreeDrawer = lazy(() => import('./page-tree-drawer'));

interface TreeMember {
  id: string;
  category: CategoryRefResponse | null;
  trail: readonly PageRefResponse[];
}

/** What the screen of an item shows of the tree of its category. */
export interface ItemPages {
  page: { type: ContentKind; id: string; category: CategoryRefResponse; trail: readonly PageRefResponse[] };
  neighbours: NeighboursResponse;
}

/** @returns undefined for an item without category, and for the only one of its category */
export function useItemPages(type: ContentKind, { id, category, trail }: TreeMember): ItemPages | undefined {
  const { data: neighbours } = useQuery({ ...neighboursQuery(type, id), enabled: category !== null });
  if (!category || !neighbours || (!neighbours.previous && !neighbours.next)) return undefined;
  return { page: { type, id, category, trail }, neighbours };
}

const WIDE = '(min-width: 75em)';

function useIsWide(): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const query = window.matchMedia(WIDE);
    const update = () => {
      setWide(query.matches);
    };
    update();
    query.addEventListener('change', update);
    return () => {
      query.removeEventListener('change', update);
    };
  }, []);
  return isWide;
}

/** The column beside the text. It has its width before the tree has loaded. */
export function PageTreeColumn({ page }: Pick<ItemPages, 'page'>) {
  const isHydrated = useHydrated();
  const isWide = useIsWide();
  return (
    <div className={classes.column} data-scrolled>
      {isHydrated && isWide && (
        <LazyBoundary>
          <PageTreeAside page={page} />
        </LazyBoundary>
      )}
    </div>
  );
}

/** Opens the tree where there is no column for it. */
export function PageTreeButton({ page }: Pick<ItemPages, 'page'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        icon={<IconListTree size={16} aria-hidden="true" />}
        className={classes.button}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true);
        }}
      >
        {messages.doc.pages}
      </Button>
      {isOpen && (
        <LazyBoundary>
          <PageTreeDrawer
            page={page}
            onClose={() => {
              setOpen(false);
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}

/** The pages before and after an item, at its end. */
export function ItemNeighbours(pages: ItemPages) {
  return (
    <div className={classes.slot}>
      <LazyBoundary>
        <PageNeighbours {...pages} />
      </LazyBoundary>
    </div>
  );
}
