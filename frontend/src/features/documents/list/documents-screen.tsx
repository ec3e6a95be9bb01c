import { IconPlus } from '@tabler/icons-react';
import { CatchBoundary, useNavigate } from '@tanstack/react-router';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { usePageTitle } from '../../../lib/page';
import { messages } from '../../../messages/en';
import { CardGridSkeleton } from '../../../shared/content/card-grid';
import { LoadError } from '../../../shared/errors/load-error';
import { useCan, useSession } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { LazyBoundary } from '../../../ui/lazy';
import classes from './documents-screen.module.css';
import { DocumentFilterBar } from './document-filters';
import { DocumentResults } from './document-results';
import { toFilters, type DocumentsSearch } from './search-params';

const TransferMenu = lazy(() => import('../transfer/transfer-menu'));

const SKELETON_CARDS = 6;

export function DocumentsScreen({ search }: { search: DocumentsSearch }) {
  const canCreate = useCan('content.create');
  const { user } = useSession();
  const navigate = useNavigate();
  const { reset } = useQueryErrorResetBoundary();
  usePageTitle(messages.nav.docs);

  const filters = toFilters(search);
  const layout = search.view ?? 'grid';
  const change = (next: DocumentsSearch) =>
    void navigate({ to: '/docs', search: next, replace: true, resetScroll: false });

  return (
    <>
      <PageHeading title={messages.docs.title}>
        {canCreate && (
          <ButtonLink to="/docs/create" icon={<IconPlus size={16} aria-hidden="true" />}>
            {messages.docs.create}
          </ButtonLink>
        )}
        {user && (
          <LazyBoundary fallback={<span className={classes.menuSlot} />}>
            <TransferMenu />
          </LazyBoundary>
        )}
      </PageHeading>
      <DocumentFilterBar search={search} onChange={change} />
      <CatchBoundary
        getResetKey={() => JSON.stringify(filters)}
        errorComponent={({ error, reset: retry }) => (
          <LoadError
            error={error}
            title={messages.docs.loadFailed}
            onRetry={() => {
              reset();
              retry();
            }}
          />
        )}
      >
        {/* The key shows the skeleton immediately on a filter change instead of the previous results. */}
        <Suspense key={JSON.stringify(filters)} fallback={<CardGridSkeleton layout={layout} count={SKELETON_CARDS} />}>
          <DocumentResults
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
