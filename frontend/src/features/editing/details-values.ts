import { normalizeLineEnds } from '@hub/shared/line-ends';
import type { Difficulty } from '../../api/generated/model/difficulty';
import type { ThumbnailPlacement } from '../../api/generated/model/thumbnailPlacement';
import type { Visibility } from '../../api/generated/model/visibility';
import { VISIBILITIES } from '../../shared/content/enums';

/**
 * The values that documents and videos have in common. Field names match the API, so that the server's field errors map
 * to the fields.
 */
export interface DetailsValues extends Record<string, unknown> {
  title: string;
  slug: string;
  summary: string;
  /** '' means no category. */
  category_id: string;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: string[];
  meta_title: string;
  meta_description: string;
  thumbnail_placement: ThumbnailPlacement;
}

export const emptyDetails: DetailsValues = {
  title: '',
  slug: '',
  summary: '',
  category_id: '',
  difficulty: 'BEGINNER',
  visibility: 'PUBLIC',
  tags: [],
  meta_title: '',
  meta_description: '',
  thumbnail_placement: 'PAGE',
};

/** The common fields of an item or of one of its revisions. */
export interface ItemDetails {
  title: string;
  slug: string;
  summary: string | null;
  /** The form uses '' for no category, responses use null. */
  category_id: string | null;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: string[];
  meta_title: string | null;
  meta_description: string | null;
  thumbnail_placement: ThumbnailPlacement;
}

export function toDetailsValues(item: ItemDetails): DetailsValues {
  const { title, slug, difficulty, visibility, tags, thumbnail_placement } = item;
  return {
    title,
    slug,
    difficulty,
    visibility,
    tags,
    thumbnail_placement,
    summary: normalizeLineEnds(item.summary ?? ''),
    category_id: item.category_id ?? '',
    meta_title: item.meta_title ?? '',
    meta_description: item.meta_description ?? '',
  };
}

/** The values of a request, as the API expects them. */
export function toDetailsRequest<Values extends DetailsValues>(values: Values) {
  return {
    ...values,
    // The server derives an empty slug by the same rule and makes it unique.
    slug: values.slug || undefined,
    category_id: values.category_id || null,
  };
}

/** The visibilities the server accepts from this user for this item. */
export interface VisibilityRule {
  options: readonly Visibility[];
  /** The item is INTERNAL and the user lacks the permission to change that. */
  isFixed: boolean;
}

/** @param live the published visibility; absent for a new item */
export function getVisibilityRule(live: Visibility | undefined, canSetInternal: boolean): VisibilityRule {
  if (canSetInternal) return { options: VISIBILITIES, isFixed: false };
  if (live === 'INTERNAL') return { options: ['INTERNAL'], isFixed: true };
  return { options: VISIBILITIES.filter((visibility) => visibility !== 'INTERNAL'), isFixed: false };
}

/** Drafts and earlier versions may contain a visibility that can no longer be saved; it is replaced by the live one. */
export function withAllowedVisibility<Values extends DetailsValues>(
  values: Values,
  { options }: VisibilityRule,
  live: Visibility | undefined,
): Values {
  return options.includes(values.visibility) ? values : { ...values, visibility: live ?? 'PUBLIC' };
}
