import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import {
  ITEM_SLUG_MAX,
  ITEM_SUMMARY_MAX,
  ITEM_TAGS_MAX,
  META_DESCRIPTION_MAX,
  META_TITLE_MAX,
  TAG_MAX,
} from '@hub/shared/limits';
import {
  says,
  ChoiceField,
  EmptyAsUndefined,
  IdField,
  TextField,
  TextListField,
} from '../../../platform/http/validation/fields.js';
import { SearchField } from '../../../platform/http/validation/search-field.js';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';
import {
  difficulties,
  type Difficulty,
  visibilities,
  type Visibility,
  type ThumbnailPlacement,
  thumbnailPlacements,
} from '../audience/audience.js';
import { type ItemSort, itemSorts } from './items-list.queries.js';

/** The filters and orders that lists of all kinds of items share. */
export abstract class ItemsListQuery extends PageQuery {
  @EmptyAsUndefined()
  @SearchField({ description: 'only items with this text in the title, in any letter case', example: 'backup' })
  q?: string;

  @IdField({
    label: 'category',
    description: 'only items in this category, without its subcategories',
    optional: true,
  })
  category_id?: string;

  @EmptyAsUndefined()
  @TextField({
    label: 'tag',
    description: 'only items with this tag, in any letter case',
    singleLine: true,
    max: TAG_MAX,
    optional: true,
  })
  tag?: string;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, {
    label: 'difficulty',
    description: 'only items of this difficulty',
    enumName: 'Difficulty',
    optional: true,
  })
  difficulty?: Difficulty;

  @EmptyAsUndefined()
  @ChoiceField(visibilities, {
    label: 'visibility',
    description: 'only items of this visibility, published or not',
    enumName: 'Visibility',
    optional: true,
  })
  visibility?: Visibility;

  @IdField({ label: 'author', description: 'only items of this author', optional: true })
  author_id?: string;

  @EmptyAsUndefined()
  @ChoiceField(itemSorts, {
    label: 'order',
    description: 'newest by default; updated: by the last change',
    enumName: 'ItemSort',
    optional: true,
  })
  sort?: ItemSort;
}

/** The version of an item in a request. */
export const VERSION_MAX = 2_147_483_647;

/** 2 MB in base64. A JSON body is read into memory whole, so larger images are sent as files of a form. */
const THUMBNAIL_MAX = 2_800_000;
const BASE64 = /^(?:data:image\/[\w.+-]{1,40};base64,)?[A-Za-z0-9+/_\s-]{4,}={0,2}$/;

/** An image in base64, bare or as a data: URL. */
const ThumbnailDataField = () =>
  applyDecorators(
    EmptyAsUndefined(),
    Matches(
      BASE64,
      says((texts) => texts.validation.thumbnail),
    ),
    TextField({
      label: 'thumbnail',
      max: THUMBNAIL_MAX,
      optional: true,
      description: 'an image in base64, as a data: URL or bare; larger ones are sent as the file "thumbnail" of a form',
      example: 'data:image/png;base64,iVBORw0KGgo=',
    }),
  );

/** Decodes base64. Whether the bytes are an image is checked later. */
export const thumbnailBytes = (data: string): Buffer => Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');

export const childrenActions = ['keep', 'include'] as const;
export type ChildrenAction = (typeof childrenActions)[number];

/** What happens to pages below one that leaves the tree. */
export const ChildrenField = (of: string, included: string) =>
  applyDecorators(
    EmptyAsUndefined(),
    ChoiceField(childrenActions, {
      label: 'children',
      description:
        `what happens to the pages below, ${of}: keep: they move up to its place, the default; include: those ` +
        `that the requester sees ${included}, or the request is refused for all of them`,
      enumName: 'ChildrenAction',
      optional: true,
    }),
  );

export class DeleteItemQuery {
  @ChildrenField('of a deleted page', 'go to the trash too')
  children?: ChildrenAction;
}

/** The page that a new one is created below. */
export const ParentIdField = () =>
  IdField({
    label: 'parentPage',
    description:
      'the page that it is created below, as its last child; without `category_id` it gets the category of that page',
    optional: true,
  });

/** The fields of items of any kind, apart from the title and the body; all optional here. */
export abstract class ItemFieldsRequest {
  @EmptyAsUndefined()
  @TextField({
    label: 'slug',
    description: 'derived from the title when omitted; 409 with a suggestion when taken',
    max: ITEM_SLUG_MAX,
    optional: true,
    example: 'getting-started',
  })
  slug?: string;

  @TextField({
    label: 'summary',
    description: 'plain text',
    max: ITEM_SUMMARY_MAX,
    optional: true,
    example: 'What the hub is for, and your first steps in it.',
  })
  summary?: string;

  @IdField({ label: 'category', description: 'null or empty: no category', optional: true })
  category_id?: string | null;

  @EmptyAsUndefined()
  @ChoiceField(difficulties, { label: 'difficulty', enumName: 'Difficulty', optional: true })
  difficulty?: Difficulty;

  @EmptyAsUndefined()
  @ChoiceField(visibilities, {
    label: 'visibility',
    description:
      'PUBLIC: everyone; LOGGED_IN: signed-in users; INTERNAL: holders of content.view_internal. Setting ' +
      'or removing INTERNAL requires content.set_internal',
    enumName: 'Visibility',
    optional: true,
  })
  visibility?: Visibility;

  @TextListField({
    label: 'tags',
    maxItems: ITEM_TAGS_MAX,
    max: TAG_MAX,
    optional: true,
    example: ['onboarding', 'PostgreSQL'],
  })
  tags?: string[];

  @TextField({
    label: 'metaTitle',
    description: 'title for search engines',
    singleLine: true,
    max: META_TITLE_MAX,
    optional: true,
    example: 'Getting started with the hub',
  })
  meta_title?: string;

  @TextField({
    label: 'metaDescription',
    description: 'description for search engines',
    max: META_DESCRIPTION_MAX,
    optional: true,
    example: 'First steps for new colleagues.',
  })
  meta_description?: string;

  @EmptyAsUndefined()
  @ChoiceField(thumbnailPlacements, {
    label: 'thumbnailPlacement',
    description:
      'where the thumbnail is shown: NONE: nowhere; CARD: on cards only; PAGE: on cards and above the text; ' +
      'PAGE by default',
    enumName: 'ThumbnailPlacement',
    optional: true,
  })
  thumbnail_placement?: ThumbnailPlacement;

  @ThumbnailDataField()
  thumbnail_data?: string;
}
