import { messages } from '../../messages/en';
import { listTexts } from '../../messages/en-lists';
import { FilterField } from '../../ui/filter-field';
import { categoryOptions } from './category-options';
import { useChosenCategory } from './use-chosen-category';

interface CategoryFilterProps {
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}

export function CategoryFilter({ value, onChange }: CategoryFilterProps) {
  const { categories, isGone } = useChosenCategory(value);
  // Without an entry of its own it would look as if no category were chosen.
  const gone = isGone && value !== undefined ? [{ value, label: listTexts.goneCategory }] : [];
  return (
    <FilterField
      label={messages.docs.category}
      any={messages.docs.anyCategory}
      value={value}
      options={[...gone, ...categoryOptions(categories)]}
      onChange={onChange}
    />
  );
}
