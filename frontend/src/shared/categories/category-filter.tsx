import { listFilters } from '../../messages/en-list-filters';
import { FilterField } from '../../ui/fields';
import { toCategoryOptions } from './category-tree';
import { useSelectedCategory } from './queries';

interface CategoryFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  const { categories, isMissing } = useSelectedCategory(value);
  // A deleted category gets an option, because a select without it would look as if none were selected.
  const missingOptions = isMissing && value !== undefined ? [{ value, label: listFilters.missingCategory }] : [];
  return (
    <FilterField
      label={listFilters.category}
      allLabel={listFilters.anyCategory}
      value={value}
      options={[...missingOptions, ...toCategoryOptions(categories)]}
      onChange={onChange}
    />
  );
}
