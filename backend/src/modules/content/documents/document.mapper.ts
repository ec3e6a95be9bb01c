import type { Actor } from '../../../platform/access/actor.js';
import type { Difficulty, DocumentStatus, Visibility } from '../items/enums.js';
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
  difficulty: Difficulty;
  visibility: Visibility;
  status: DocumentStatus;
  version: number;
  tags: string[];
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
}

export function toSummary(row: DocumentSummaryRow, actor: Actor): DocumentSummaryResponse {
  return { ...common(row), ...(actor.isGuest ? {} : { abilities: { edit: canEdit(actor, row) } }) };
}

export function toDocument(row: DocumentRow, actor: Actor): DocumentResponse {
  const { content, meta_title, meta_description } = row;
  return { ...common(row), content, meta_title, meta_description, ...(actor.isGuest ? {} : { abilities: abilitiesOf(actor, row) }) };
}

function common(row: DocumentSummaryRow): Omit<DocumentSummaryResponse, 'abilities'> {
  return {
    id: row.id,
    title: row.title,
    slug: row.slug,
    summary: row.summary,
    category_id: row.category_id,
    category: row.category_id
      ? { id: row.category_id, title: row.category_name ?? '', name: row.category_name ?? '', icon: row.category_icon ?? '', color: row.category_color ?? '' }
      : null,
    author_id: row.author_id,
    author_name: row.author_name,
    difficulty: row.difficulty,
    visibility: row.visibility,
    status: row.status,
    version: row.version,
    tags: row.tags,
    thumbnail: null,
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
