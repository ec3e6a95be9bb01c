import { IconFilterOff, IconFolderOff, IconNotebook } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { listTexts, messages } from '../../../messages/en';
import { useSelectedCategory } from '../../../shared/categories/queries';
import { CardGrid } from '../../../shared/content/card-grid';
import { ContentCard } from '../../../shared/content/content-card';
import { LoadMore, useFocusOnNewItems } from '../../../shared/load-more';
import { useCan } from '../../../shared/session/session';
import { ButtonLink } from '../../../ui/button';
import { StateView } from '../../../ui/state-view';
import { type DocumentFilters, documentsQuery } from './queries';
import { isFiltered } from './search-params';
import classes from './documents-screen.module.css';

const text = messages.docs;

type Layout = 'grid' | 'list';

function NoDocuments({ filters, layout }: { filters: DocumentFilters; layout: Layout }) {
  const canCreate = useCan('content.create');
  const { isMissing } = useSelectedCategory(filters.category_id ?? undefined);
  const view = layout === 'list' ? 'list' : undefined;
  if (isMissing) {
    return (
      <StateView
        icon={<IconFolderOff size={24} />}
        title={listTexts.missingCategoryTitle}
        text={listTexts.missingCategoryText}
      >
        <ButtonLink to="/docs" search={{ ...filters, category_id: undefined, view }} variant="default">
          {listTexts.allCategories}
        </ButtonLink>
      </StateView>
    );
  }
  if (isFiltered(filters)) {
    return (
      <StateView icon={<IconFilterOff size={24} />} title={text.noMatchTitle} text={text.noMatchText}>
        <ButtonLink to="/docs" search={{ sort: filters.sort, view }} variant="default">
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
  layout: Layout;
  onPages: (pages: number) => void;
}

export function DocumentResults({ filters, layout, onPages }: DocumentResultsProps) {
  const query = useSuspenseInfiniteQuery(documentsQuery(filters));
  const { data } = query;
  // A document published between two requests shifts the pages, so that one document can appear twice.
  const documents = [...new Map(data.pages.flatMap(({ items }) => items.map((item) => [item.id, item]))).values()];
  const { results, focusFrom } = useFocusOnNewItems(documents.length);
  if (documents.length === 0) return <NoDocuments filters={filters} layout={layout} />;
  return (
    <div ref={results}>
      <h2 className={classes.resultsHeading}>{text.results}</h2>
      <CardGrid layout={layout}>
        {documents.map((document) => (
          <ContentCard key={document.id} content={document} layout={layout} />
        ))}
      </CardGrid>
      <LoadMore
        query={query}
        onLoad={() => {
          focusFrom(documents.length);
        }}
        onLoaded={onPages}
      />
    </div>
  );
}
