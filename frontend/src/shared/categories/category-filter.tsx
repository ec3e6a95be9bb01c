import { messages } from '../../messages/en';
import { listTexts } from '../../messages/en-lists';
import { FilterField } from '../../ui/filter-field';
import { toCategoryOptions } from './category-options';
import { useSelectedCategory } from './use-selected-category';

interface CategoryFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  const { categories, isMissing } = useSelectedCategory(value);
  // A deleted category gets an option, because a select without it would look as if none were selected.
  const missingOptions = isMissing && value !== undefined ? [{ value, label: listTexts.missingCategory }] : [];
  return (
    <FilterField
      label={messages.docs.category}
      allLabel={messages.docs.anyCategory}
      value={value}
      options={[...missingOptions, ...toCategoryOptions(categories)]}
      onChange={onChange}
    />
  );
}
