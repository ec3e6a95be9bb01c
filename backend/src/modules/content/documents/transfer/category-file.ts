import { stringify } from 'yaml';
import { validationPipe } from '../../../../platform/http/validation/validation.pipe.js';
import { CreateCategoryRequest } from '../../categories/categories.dto.js';
import { parseYaml } from './markdown-file.js';
import { UnreadableEntry } from './source-tree.js';
import type { DomainError } from '../../../../platform/errors/domain-error.js';

/** How a category looks and where it appears among its siblings. */
export type CategoryDetails = Pick<
  CreateCategoryRequest,
  'description' | 'icon' | 'color' | 'order_index' | 'is_series'
>;

/** A category of an export: its names from the outermost on, and its details. */
export interface ExportedCategory extends Required<CategoryDetails> {
  path: string[];
}

/** Identifies a path of category names without regard to letter case. */
export const categoryKey = (names: readonly string[]): string => names.map((name) => name.toLowerCase()).join('\n');

/** The file at the root of an export that describes its categories; front matter only names them. */
export const CATEGORY_FILE = 'categories.yml';
export const MAX_CATEGORY_FILE_BYTES = 256 * 1024;
const MAX_CATEGORIES = 2000;

export const printCategoryFile = (categories: readonly ExportedCategory[]): string =>
  stringify({ categories }, { lineWidth: 0, schema: 'core' });

const pipe = validationPipe();

/**
 * The details by category path, see categoryKey.
 * @throws UnreadableEntry when the file is not a list of categories
 */
export async function parseCategoryFile(bytes: Buffer): Promise<Map<string, CategoryDetails>> {
  const [value] = parseYaml(bytes.toString('utf8'), 'file');
  const entries = (value as { categories?: unknown } | null | undefined)?.categories;
  if (!Array.isArray(entries) || entries.length > MAX_CATEGORIES) throw notCategories();
  const details = new Map<string, CategoryDetails>();
  for (const entry of entries as (Partial<ExportedCategory> | null)[]) {
    const { path, description, icon, color, order_index, is_series } = entry ?? {};
    if (!Array.isArray(path) || !path.every((name) => typeof name === 'string')) throw notCategories();
    const plain = { name: path.at(-1), description, icon, color, order_index, is_series };
    const request = (await pipe
      .transform(plain, { type: 'body', metatype: CreateCategoryRequest })
      .catch((error: DomainError) => {
        throw new UnreadableEntry(error.detail);
      })) as CreateCategoryRequest;
    details.set(categoryKey(path), {
      ...(request.description !== undefined && { description: request.description }),
      ...(request.icon !== undefined && { icon: request.icon }),
      ...(request.color !== undefined && { color: request.color }),
      ...(request.order_index !== undefined && { order_index: request.order_index }),
      ...(request.is_series !== undefined && { is_series: request.is_series }),
    });
  }
  return details;
}

const notCategories = () => new UnreadableEntry(({ imports }) => imports.notCategories);
