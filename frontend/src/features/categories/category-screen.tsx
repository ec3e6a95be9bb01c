import { IconFolderOff, IconFolderOpen, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { abbreviate } from '../../lib/message-format';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { categoryTexts as text } from '../../messages/categories';
import { listFilters } from '../../messages/list-filters';
import { CategoryHeading } from '../../shared/categories/category-heading';
import { CategoryLinks } from '../../shared/categories/category-links';
import { getCategoryPath } from '../../shared/categories/category-tree';
import { RestrictedLock } from '../../shared/categories/restricted-mark';
import { useSelectedCategory } from '../../shared/categories/queries';
import { CardGrid } from '../../shared/content/card-grid';
import { ContentCard } from '../../shared/content/content-card';
import { SortedDate } from '../../shared/content/content-meta';
import type { ListedContent } from '../../shared/content/content-kind';
import breadcrumb from '../../shared/content/item-meta.module.css';
import { SignInForMembers } from '../../shared/session/sign-in-for-members';
import { useCan } from '../../shared/session/session';
import { ButtonLink } from '../../ui/button';
import { LazyBoundary } from '../../ui/lazy';
import { Section } from '../../ui/section';
import { StateView } from '../../ui/state-view';
import classes from './categories.module.css';
import { categoryDocumentsQuery, categoryVideosQuery } from './queries';
import { SeriesPages } from './series-pages';

export function CategoryNotFound() {
  usePageTitle(listFilters.missingCategoryTitle);
  return (
    <StateView
      level={1}
      icon={<IconFolderOff size={24} />}
      title={listFilters.missingCategoryTitle}
      text={listFilters.missingCategoryText}
    >
      <ButtonLink to="/" variant="default">
        {text.home}
      </ButtonLink>
    </StateView>
  );
}

const Cards = ({ items }: { items: readonly ListedContent[] }) => (
  <CardGrid>
    {items.map((item) => (
      <ContentCard key={item.id} content={item} footnote={<SortedDate content={item} sort="updated" />} />
    ))}
  </CardGrid>
);

function NothingHere({ id }: { id: string }) {
  const canWrite = useCan('content.create');
  return (
    <StateView
      icon={<IconFolderOpen size={24} />}
      title={text.emptyTitle}
      text={canWrite ? text.emptyForAuthors : text.emptyText}
    >
      {canWrite && (
        <ButtonLink to="/docs/create" search={{ category: id }}>
          {text.write}
        </ButtonLink>
      )}
      <SignInForMembers />
      <ButtonLink to="/community" variant="default">
        {text.ask}
      </ButtonLink>
    </StateView>
  );
}

interface CategoryScreenProps {
  id: string;
  /** The threads about the category's items, which belong to the forum. */
  threads: ReactNode;
}

/**
 * What a category contains: subcategories, the latest documents and videos or, in a series, all pages in their order,
 * and the threads about them.
 */
export function CategoryScreen({ id, threads }: CategoryScreenProps) {
  const { categories } = useSelectedCategory(id);
  const { data: documents } = useSuspenseQuery(categoryDocumentsQuery(id));
  const { data: videos } = useSuspenseQuery(categoryVideosQuery(id));
  const path = getCategoryPath(categories, id);
  const category = path.at(-1);
  usePageTitle(category?.title);
  if (!category) return <CategoryNotFound />;

  const isEmpty = documents.items.length + videos.items.length === 0;
  const isSeries = category.is_series && !isEmpty;
  const below = categories.filter(({ parent_category_id }) => parent_category_id === id);
  return (
    <>
      <nav aria-label={messages.doc.breadcrumb} className={breadcrumb.breadcrumb}>
        <Link to="/" activeProps={{}}>
          {messages.nav.home}
        </Link>
        {path.slice(0, -1).map((parent) => (
          <Link key={parent.id} to="/categories/$id" params={{ id: parent.id }} activeProps={{}}>
            {parent.title}
            <RestrictedLock category={parent} />
          </Link>
        ))}
      </nav>
      <CategoryHeading category={category}>
        <ButtonLink
          to="/search"
          search={{ category: id }}
          variant="default"
          icon={<IconSearch size={16} aria-hidden="true" />}
        >
          {text.search}
        </ButtonLink>
      </CategoryHeading>
      <div className={classes.sections}>
        {below.length > 0 && (
          <Section title={text.subcategories}>
            <CategoryLinks categories={below} />
          </Section>
        )}
        {isSeries && <SeriesPages key={id} category={category} />}
        {!isSeries && documents.items.length > 0 && (
          <Section
            title={text.documents}
            moreLink={
              <Link to="/docs" search={{ category_id: id, sort: 'updated' }}>
                {text.allDocuments(abbreviate(documents.total))}
              </Link>
            }
          >
            <Cards items={documents.items} />
          </Section>
        )}
        {!isSeries && videos.items.length > 0 && (
          <Section
            title={text.videos}
            moreLink={
              <Link to="/videos" search={{ category_id: id, sort: 'updated' }}>
                {text.allVideos(abbreviate(videos.total))}
              </Link>
            }
          >
            <Cards items={videos.items} />
          </Section>
        )}
        {isEmpty && <NothingHere id={id} />}
        <LazyBoundary errorFallback={null}>{threads}</LazyBoundary>
      </div>
    </>
  );
}
