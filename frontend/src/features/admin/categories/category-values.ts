import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { isHexColour } from '../../../lib/colour';
import { categoryTexts as text } from '../../../messages/en-categories';

const MAX_ORDER_INDEX = 100_000;

/** The values of the category form. */
export interface CategoryValues extends Record<string, string> {
  name: string;
  description: string;
  icon: string;
  color: string;
  parent_category_id: string;
  order_index: string;
}

export const newCategory: CategoryValues = {
  name: '',
  description: '',
  icon: 'folder',
  color: '#3B82F6',
  parent_category_id: '',
  order_index: '0',
};

export const toFormValues = (category: CategoryResponse): CategoryValues => ({
  name: category.name,
  description: category.description,
  icon: category.icon,
  color: category.color,
  parent_category_id: category.parent_category_id ?? '',
  order_index: String(category.order_index),
});

export const categoryRules = {
  name: (value: string) => (value.trim() ? null : text.nameRequired),
  color: (value: string) => (isHexColour(value) ? null : text.colourWrong),
  order_index: (value: string) =>
    /^\d{1,6}$/.test(value.trim()) && Number(value) <= MAX_ORDER_INDEX ? null : text.orderWrong,
};

export const toRequest = ({ name, description, icon, color, parent_category_id, order_index }: CategoryValues) => ({
  name: name.trim(),
  description: description.trim(),
  icon: icon.trim(),
  color,
  parent_category_id: parent_category_id || null,
  order_index: Number(order_index),
});
