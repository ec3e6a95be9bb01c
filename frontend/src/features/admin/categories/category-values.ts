import type { CategoryResponse } from '../../../api/generated/model/categoryResponse';
import { isColour } from '../../../lib/colour';
import { categoryTexts as text } from '../../../messages/en-categories';

const MOST_ORDER = 100_000;

/** What can be said of a category, as typed. */
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

export const valuesOf = (category: CategoryResponse): CategoryValues => ({
  name: category.name,
  description: category.description,
  icon: category.icon,
  color: category.color,
  parent_category_id: category.parent_category_id ?? '',
  order_index: String(category.order_index),
});

export const categoryRules = {
  name: (typed: string) => (typed.trim() ? null : text.nameRequired),
  color: (typed: string) => (isColour(typed) ? null : text.colourWrong),
  order_index: (typed: string) =>
    /^\d{1,6}$/.test(typed.trim()) && Number(typed) <= MOST_ORDER ? null : text.orderWrong,
};

export const requestOf = ({ name, description, icon, color, parent_category_id, order_index }: CategoryValues) => ({
  name: name.trim(),
  description: description.trim(),
  icon: icon.trim(),
  color,
  parent_category_id: parent_category_id || null,
  order_index: Number(order_index),
});
