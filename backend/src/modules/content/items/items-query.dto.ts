import { ChoiceField, EmptyAsUndefined, IdField, TextField } from '../../../platform/http/validation/fields.js';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';
import { difficulties, type Difficulty, visibilities, type Visibility } from '../audience/enums.js';
import { type ItemSort, itemSorts } from './items-list.queries.js';

export const TAG_MAX = 40;
const QUERY_MAX = 200;

/** The filters and orders that lists of all kinds of items share. */
export abstract class ItemsListQuery extends PageQuery {
  @EmptyAsUndefined()
  @TextField({
    label: 'The search text',
    description: 'only items with this text in the title, in any letter case',
    singleLine: true,
    max: QUERY_MAX,
    optional: true,
    example: 'backup',
  })
  q?: string;

  @IdField({
    label: 'The category',
    description: 'only items in this category, without its subcategories',
    optional: true,
  })
  category_id?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'The tag',
    description: 'only items with this tag, in any letter case',
    singleLine: true,
    max: TAG_MAX,
    optional: true,
  })
  tag?: string;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, {
    label: 'The difficulty',
    description: 'only items of this difficulty',
    enumName: 'Difficulty',
    optional: true,
  })
  difficulty?: Difficulty;

  @EmptyAsUndefined()
  @ChoiceField(visibilities, {
    label: 'The visibility',
    description: 'only items of this visibility, published or not',
    enumName: 'Visibility',
    optional: true,
  })
  visibility?: Visibility;

  @IdField({ label: 'The author', description: 'only items of this author', optional: true })
  author_id?: string;

  @EmptyAsUndefined()
  @ChoiceField(itemSorts, {
    label: 'The order',
    description: 'newest by default; updated: by the last change',
    enumName: 'ItemSort',
    optional: true,
  })
  sort?: ItemSort;
}
