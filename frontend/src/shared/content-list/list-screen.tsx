import { IconPlus } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { usePageTitle } from '../../lib/page';
import { ButtonLink } from '../../ui/button';
import { PageHeading } from '../../ui/page-heading';
import { CardGridSkeleton } from '../content/card-grid';
import { LoadError } from '../errors/load-error';
import { useCan } from '../session/session';
import { ListFilterBar } from './list-filters';
import type { ListKind } from './list-kind';
import { ListResults } from './list-results';
import { type ListSearch, toFilters } from './list-search';

const SKELETON_CARDS = 6;

interface ListScreenProps {
  kind: ListKind;
  search: ListSearch;
  pageTitle: string;
  /** More actions beside the heading. */
  actions?: ReactNode;
}

/** All items of a kind, with filters. */
export function ListScreen({ kind, search, pageTitle, actions }: ListScreenProps) {
  const { texts, path, createPath } = kind;
  const canCreate = useCan('content.create');
  const navigate = useNavigate();
  const { reset } = useQueryErrorResetBoundary();
  usePageTitle(pageTitle);

  const filters = toFilters(search);
  const layout = search.view ?? 'grid';
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
      <CatchBoundary
        getResetKey={() => JSON.stringify(filters)}
        errorComponent={({ error, reset: retry }) => (
          <LoadError
            error={error}
            title={texts.loadFailed}
            onRetry={() => {
              reset();
              retry();
            }}
          />
        )}
      >
        {/* The key shows the skeleton immediately on a filter change instead of the previous results. */}
        <Suspense key={JSON.stringify(filters)} fallback={<CardGridSkeleton layout={layout} count={SKELETON_CARDS} />}>
          <ListResults
            kind={kind}
            filters={filters}
            layout={layout}
            onPages={(pages) => {
              change({ ...search, pages });
            }}
          />
        </Suspense>
      </CatchBoundary>
    </>
  );
}
