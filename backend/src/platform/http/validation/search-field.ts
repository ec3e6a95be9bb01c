import { SEARCH_QUERY_MAX } from '@hub/shared/limits';
import { TextField, type TextOptions } from './fields.js';

/** The words of a search, which may be missing. */
export const SearchField = (
  options: Pick<TextOptions, 'description' | 'example'> & { max?: number },
): PropertyDecorator =>
  TextField({ label: 'searchText', singleLine: true, max: SEARCH_QUERY_MAX, optional: true, ...options });
