import type { Actor } from '../../../platform/access/actor.js';
import { withPrefix } from '../../../platform/files/file-url.js';
import type { PictureVariant } from '../../../platform/pictures/pictures.js';
import type { Difficulty, DocumentStatus, Visibility } from '../items/enums.js';
import type { PendingRevisionResponse } from '../revisions/revisions.dto.js';
import { abilitiesOf, canEdit } from './document.policy.js';
import type { DocumentResponse, DocumentSummaryResponse } from './documents.dto.js';

export interface DocumentSummaryRow {
  id: string;
  title: string;
  slug: string;
  summary: string;
  category_id: string | null;
  category_name: string | null;
  category_icon: string | null;
  category_color: string | null;
  author_id: string;
  author_name: string;
  /** below the API's prefix, like those of the thumbnail */
  author_avatar: string | null;
  difficulty: Difficulty;
  visibility: Visibility;
  status: DocumentStatus;
  version: number;
  tags: string[];
  /** the addresses are below the API's prefix */
  thumbnail: PictureVariant[] | null;
  view_count: number;
  like_count: number;
  helpful_count: number;
  bookmark_count: number;
  confused_count: number;
  created_at: Date;
  updated_at: Date | null;
  published_at: Date | null;
}

export interface DocumentRow extends DocumentSummaryRow {
  content: string;
  meta_title: string;
  meta_description: string;
  /** the waiting edit, where this person may know of it */
  pending_id: string | null;
  pending_author_id: string | null;
  pending_author_name: string;
  pending_note: string;
  pending_base_version: number;
  pending_created_at: Date;
  review_note: string | null;
}

/** @param prefix of the API, for the addresses of pictures */
export function toSummary(row: DocumentSummaryRow, actor: Actor, prefix: string): DocumentSummaryResponse {
  return { ...common(row, prefix), ...(actor.isGuest ? {} : { abilities: { edit: canEdit(actor, row) } }) };
}

export function toDocument(row: DocumentRow, actor: Actor, prefix: string): DocumentResponse {
  const { content, meta_title, meta_description, review_note } = row;
  const abilities = actor.isGuest ? {} : { abilities: abilitiesOf(actor, row) };
  return {
    ...common(row, prefix),
    content,
    meta_title,
    meta_description,
    pending_revision: pendingOf(row),
    review_note,
    ...abilities,
  };
}

function pendingOf(row: DocumentRow): PendingRevisionResponse | null {
  if (row.pending_id === null || row.pending_author_id === null) return null;
  return {
    id: row.pending_id,
    author_id: row.pending_author_id,
    author_name: row.pending_author_name,
    note: row.pending_note,
    base_version: row.pending_base_version,
    created_at: row.pending_created_at.toISOString(),
  };
}

function common(row: DocumentSummaryRow, prefix: string): Omit<DocumentSummaryResponse, 'abilities'> {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    summary: row.summary,
    category_id: row.category_id,
    category: row.category_id
      ? {
          id: row.category_id,
          title: row.category_name ?? '',
          name: row.category_name ?? '',
          icon: row.category_icon ?? '',
          color: row.category_color ?? '',
        }
      : null,
    author_id: row.author_id,
    author_name: row.author_name,
    author_avatar: withPrefix(prefix, row.author_avatar),
    difficulty: row.difficulty,
    visibility: row.visibility,
    status: row.status,
    version: row.version,
    tags: row.tags,
    ...picture(row.thumbnail, prefix),
    view_count: row.view_count,
    like_count: row.like_count,
    helpful_count: row.helpful_count,
    bookmark_count: row.bookmark_count,
    confused_count: row.confused_count,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at?.toISOString() ?? null,
    published_at: row.published_at?.toISOString() ?? null,
  };
}

/** The widest form as the address, all of them for browsers that choose. */
function picture(
  variants: PictureVariant[] | null,
  prefix: string,
): Pick<DocumentSummaryResponse, 'thumbnail' | 'thumbnail_srcset'> {
  const widest = variants?.at(-1);
  if (!variants || !widest) return { thumbnail: null, thumbnail_srcset: null };
  return {
    thumbnail: prefix + widest.url,
    thumbnail_srcset: variants.map(({ url, width }) => `${prefix}${url} ${width}w`).join(', '),
  };
}
