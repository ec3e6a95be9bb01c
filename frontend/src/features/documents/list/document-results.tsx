import { IconFilterOff, IconNotebook } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { messages } from '../../../messages/en';
import { CardGrid } from '../../../shared/content/card-grid';
import { DocumentCard } from '../../../shared/content/document-card';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { ButtonLink } from '../../../ui/button-link';
import { StateView } from '../../../ui/state-view';
import { documentsQuery, type DocumentFilters } from '../queries';
import classes from './documents-screen.module.css';

const text = messages.docs;

function NoDocuments({ filters }: { filters: DocumentFilters }) {
  const canCreate = useCan('content.create');
  if (filters.status !== undefined || filters.category_id !== undefined) {
    return (
      <StateView icon={<IconFilterOff size={24} />} title={text.noMatchTitle} text={text.noMatchText}>
        <ButtonLink to="/docs" look="default">
          {text.clearFilters}
        </ButtonLink>
      </StateView>
    );
  }
  return (
    <StateView icon={<IconNotebook size={24} />} title={text.emptyTitle} text={text.emptyText}>
      {canCreate && <ButtonLink to="/docs/create">{text.writeFirst}</ButtonLink>}
    </StateView>
  );
}

interface DocumentResultsProps {
  filters: DocumentFilters;
  layout: 'grid' | 'list';
}

export function DocumentResults({ filters, layout }: DocumentResultsProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(documentsQuery(filters));
  const documents = data.pages.flatMap((page) => page.items);
  if (documents.length === 0) return <NoDocuments filters={filters} />;
  return (
    <>
      <h2 className={classes.resultsHeading}>{text.results}</h2>
      <CardGrid layout={layout}>
        {documents.map((document) => (
          <DocumentCard key={document.id} document={document} layout={layout} />
        ))}
      </CardGrid>
      {hasNextPage && (
        <div className={classes.more}>
          <Button look="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {messages.common.loadMore}
          </Button>
        </div>
      )}
    </>
  );
}
