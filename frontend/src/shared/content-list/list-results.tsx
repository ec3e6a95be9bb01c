import { IconFilterOff, IconFolderOff } from '@tabler/icons-react';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { listFilters } from '../../messages/list-filters';
import { useSelectedCategory } from '../categories/queries';
import { CardGrid } from '../content/card-grid';
import { ContentCard } from '../content/content-card';
import { SortedDate } from '../content/content-meta';
import { ContentRows } from '../content/content-rows';
import { getUniqueItems } from '../cursor-pages';
import { LoadMore, useFocusOnNewItems } from '../load-more';
import { useCan } from '../session/session';
import { ButtonLink } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import classes from './content-list.module.css';
import type { ListKind } from './list-kind';
import { isFiltered, type ListFilters } from './list-search';

const text = listFilters;

type Layout = 'grid' | 'list';

interface NoResultsProps {
  kind: ListKind;
  filters: ListFilters;
  layout: Layout;
}

function NoResults({ kind, filters, layout }: NoResultsProps) {
  const { texts, path, createPath } = kind;
  const canCreate = useCan('content.create');
  const { isMissing } = useSelectedCategory(filters.category_id);
  const view = layout === 'list' ? 'list' : undefined;
  if (isMissing) {
    return (
      <StateView
        icon={<IconFolderOff size={24} />}
        title={listFilters.missingCategoryTitle}
        text={listFilters.missingCategoryText}
      >
        <ButtonLink to={path} search={{ ...filters, category_id: undefined, view }} variant="default">
          {listFilters.allCategories}
        </ButtonLink>
      </StateView>
    );
  }
  if (isFiltered(filters)) {
    return (
      <StateView icon={<IconFilterOff size={24} />} title={texts.noMatchTitle} text={text.noMatchText}>
        <ButtonLink to={path} search={{ sort: filters.sort, view }} variant="default">
          {text.clearFilters}
        </ButtonLink>
      </StateView>
    );
  }
  return (
    <StateView icon={kind.icon} title={texts.emptyTitle} text={texts.emptyText}>
      {canCreate && <ButtonLink to={createPath}>{texts.createFirst}</ButtonLink>}
    </StateView>
  );
}

interface ListResultsProps {
  kind: ListKind;
  filters: ListFilters;
  layout: Layout;
  onPages: (pages: number) => void;
}

export function ListResults({ kind, filters, layout, onPages }: ListResultsProps) {
  const query = useSuspenseInfiniteQuery(kind.query(filters));
  const { data } = query;
  const items = getUniqueItems(
    data.pages.map((page) => page.items),
    ({ id }) => id,
  );
  const sort = filters.sort ?? 'newest';
  const { results, markFirstNew } = useFocusOnNewItems(items.length);
  if (items.length === 0) return <NoResults kind={kind} filters={filters} layout={layout} />;
  return (
    <div ref={results}>
      <h2 className={classes.resultsHeading}>{text.results}</h2>
      {layout === 'list' ? (
        <ContentRows items={items} sort={sort} />
      ) : (
        <CardGrid>
          {items.map((item, index) => (
            <ContentCard
              key={item.id}
              content={item}
              footnote={<SortedDate content={item} sort={sort} />}
              isFirst={index === 0}
            />
          ))}
        </CardGrid>
      )}
      <LoadMore
        query={query}
        onLoad={() => {
          markFirstNew(items.length);
        }}
        onLoaded={onPages}
      />
    </div>
  );
}
