import { IconPlus } from '@tabler/icons-react';
import { useHydrated, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { usePageTitle } from '../../lib/page';
import { ButtonLink } from '../../ui/button';
import { LazyBoundary } from '../../ui/lazy';
import { PageHeading } from '../../ui/page-heading';
import { CardGridSkeleton } from '../content/card-grid';
import { ContentRowsSkeleton } from '../content/content-rows';
import { useCan } from '../session/session';
import { DeferredResults } from '../deferred-results';
import { ChunkLoadError } from '../errors/load-error';
import { ListFilterBar } from './list-filters';
import type { ListKind } from './list-kind';
import { ListResults } from './list-results';
import { type ListSearch, toFilters } from './list-search';

const CategoryTreeView = lazy(() => import('../page-tree/category-tree-view'));

interface ListScreenProps {
  kind: ListKind;
  search: ListSearch;
  pageTitle: string;
  /** More actions beside the heading. */
  actions?: ReactNode;
}

/** In the browser only, which knows what the reader has opened. */
function Tree({ categoryId }: { categoryId: string | undefined }) {
  const skeleton = <ContentRowsSkeleton count={8} />;
  if (!useHydrated()) return skeleton;
  return (
    <LazyBoundary fallback={skeleton} errorFallback={<ChunkLoadError />}>
      <CategoryTreeView categoryId={categoryId} />
    </LazyBoundary>
  );
}

/** All items of a kind, with filters. */
export function ListScreen({ kind, search, pageTitle, actions }: ListScreenProps) {
  const { texts, path, createPath } = kind;
  const canCreate = useCan('content.create');
  const navigate = useNavigate();
  usePageTitle(pageTitle);

  const layout = (kind.hasTree || search.view !== 'tree' ? search.view : undefined) ?? 'grid';
  const change = (next: ListSearch) => void navigate({ to: path, search: next, replace: true, resetScroll: false });

  return (
    <>
      <PageHeading title={texts.title}>
        {canCreate && (
          <ButtonLink to={createPath} icon={<IconPlus size={16} aria-hidden="true" />}>
            {texts.create}
          </ButtonLink>
        )}
        {actions}
      </PageHeading>
      <ListFilterBar kind={kind} search={search} onChange={change} />
      {layout === 'tree' ? (
        <Tree categoryId={search.category_id} />
      ) : (
        <DeferredResults
          filters={toFilters(search)}
          skeleton={layout === 'list' ? <ContentRowsSkeleton count={12} /> : <CardGridSkeleton count={6} />}
          loadFailed={texts.loadFailed}
        >
          {(filters) => (
            <ListResults
              kind={kind}
              filters={filters}
              layout={layout}
              onPages={(pages) => {
                change({ ...search, pages });
              }}
            />
          )}
        </DeferredResults>
      )}
    </>
  );
}
