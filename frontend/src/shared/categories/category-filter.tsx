import { listFilters } from '../../messages/list-filters';
import { FilterField } from '../../ui/fields';
import { toCategoryOptions } from './category-tree';
import { useSelectedCategory } from './queries';

interface CategoryFilterProps {
  value: string | undefined;
  /** The categories that contain something of what is filtered; those with documents or videos if absent. */
  matchingIds?: readonly string[] | undefined;
  onChange: (id: string | undefined) => void;
}

export function CategoryFilter({ value, matchingIds, onChange }: CategoryFilterProps) {
  const { categories, isMissing } = useSelectedCategory(value);
  const matching = categories.filter(
    ({ id, content_count }) => id === value || (matchingIds ? matchingIds.includes(id) : content_count > 0),
  );
  // A deleted category gets an option, because a select without it would look as if none were selected.
  const missingOptions = isMissing && value !== undefined ? [{ value, label: listFilters.missingCategory }] : [];
  return (
    <FilterField
      label={listFilters.category}
      allLabel={listFilters.anyCategory}
      value={value}
      options={[...missingOptions, ...toCategoryOptions(matching)]}
      onChange={onChange}
    />
  );
}
