import type { NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { forum } from '../../messages/forum';
import { toCategoryOptions } from '../../shared/categories/category-tree';
import { LoadError } from '../../shared/errors/load-error';
import { SelectField } from '../../ui/fields';
import { requiredProps } from '../../ui/styles/forms';
import { forumCategoriesQuery } from './queries';

interface ForumCategoryFieldProps extends Omit<NativeSelectProps, 'data'> {
  /** The option that is shown until the user chooses; without it, a category is always chosen. */
  emptyLabel?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A select of the chosen category and those in which the user may write, or the error that kept them from loading. */
export function ForumCategoryField({ emptyLabel, ...props }: ForumCategoryFieldProps) {
  const { data, error, refetch } = useQuery(forumCategoriesQuery);
  if (!data && error)
    return <LoadError error={error} title={forum.community.loadFailed} onRetry={() => void refetch()} />;
  const categories = data?.filter(({ id, abilities }) => abilities.write || id === props.value) ?? [];
  const none = emptyLabel === undefined ? [] : [{ value: '', label: emptyLabel }];
  return (
    <SelectField {...requiredProps} {...props} disabled={!data} data={[...none, ...toCategoryOptions(categories)]} />
  );
}
