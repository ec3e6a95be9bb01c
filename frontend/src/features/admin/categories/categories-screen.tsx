import { IconFolders, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { usePageTitle } from '../../../lib/page';
import { categoryTexts as text } from '../../../messages/admin';
import { categoriesQuery } from '../../../shared/categories/queries';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { StateView } from '../../../ui/state-view';
import { CategoryCard } from './category-card';
import { CategoryDialog } from './category-dialog';
import { MoveDialog } from './move-dialog';
import { type CategoryInUse, useFocusAfterRemoval } from './use-delete-category';
import classes from './categories.module.css';

const CARDS = 6;

function CategoriesSkeleton() {
  return (
    <Skeleton>
      <div className={classes.grid}>
        {Array.from({ length: CARDS }, (_, index) => (
          <div key={index} className={classes.card}>
            <div className={classes.cardHead}>
              <SkeletonItem width="2.75rem" height="2.75rem" />
              <SkeletonItem width="50%" height="1.125rem" />
            </div>
            <SkeletonItem width="85%" height="0.875rem" className={classes.descriptionSkeleton} />
            <SkeletonItem width="60%" height="0.75rem" className={classes.footSkeleton} />
          </div>
        ))}
      </div>
    </Skeleton>
  );
}

type OpenDialog = 'create' | CategoryResponse;

interface CategoryGridProps {
  categories: CategoryResponse[];
  onCreate: () => void;
  onEdit: (category: CategoryResponse) => void;
}

function CategoryGrid({ categories, onCreate, onEdit }: CategoryGridProps) {
  const [inUse, setInUse] = useState<CategoryInUse>();
  const [confirmedId, setConfirmedId] = useState<string>();
  const grid = useFocusAfterRemoval({ categories, confirmedId, isInUse: inUse !== undefined });
  if (categories.length === 0) {
    return (
      <StateView
        icon={<IconFolders size={24} />}
        title={text.empty}
        text={text.emptyText}
        shouldFocus={confirmedId !== undefined}
      >
        <Button onClick={onCreate}>{text.create}</Button>
      </StateView>
    );
  }
  return (
    <>
      <ul ref={grid} className={classes.grid}>
        {categories.map((category) => (
          <CategoryCard
            key={category.id}
            category={category}
            onEdit={onEdit}
            onDeleteConfirm={setConfirmedId}
            onInUse={setInUse}
          />
        ))}
      </ul>
      {inUse && (
        <MoveDialog
          {...inUse}
          categories={categories}
          onClose={() => {
            setInUse(undefined);
          }}
        />
      )}
    </>
  );
}

export function CategoriesScreen() {
  const { data, error, refetch } = useQuery(categoriesQuery);
  const [open, setOpen] = useState<OpenDialog>();
  usePageTitle(text.title);
  const create = () => {
    setOpen('create');
  };
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={create}>
          {text.create}
        </Button>
      </PageHeading>
      {data && <CategoryGrid categories={data} onCreate={create} onEdit={setOpen} />}
      {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <CategoriesSkeleton />}
      {open && (
        <CategoryDialog
          category={open === 'create' ? undefined : open}
          categories={data ?? []}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}
