import type { ContentItem, ItemFields } from '../../items/content-item.entity.js';
import type { DocumentSnapshot } from './document-revision.entity.js';

/** @param item the current state of a document, or the fields to save */
export const toSnapshot = (item: ContentItem | ItemFields, content: string): DocumentSnapshot => ({
  title: item.title,
  slug: item.slug,
  summary: item.summary,
  content,
  category_id: item.categoryId ?? null,
  difficulty: item.difficulty,
  visibility: item.visibility,
  tags: item.tags,
  meta_title: item.metaTitle,
  meta_description: item.metaDescription,
  thumbnail_placement: item.thumbnailPlacement,
});

/** The fields of a snapshot that are columns of content_items. */
export const toItemFields = (snapshot: DocumentSnapshot): ItemFields => ({
  title: snapshot.title,
  slug: snapshot.slug,
  summary: snapshot.summary,
  categoryId: snapshot.category_id,
  difficulty: snapshot.difficulty,
  visibility: snapshot.visibility,
  tags: snapshot.tags,
  metaTitle: snapshot.meta_title,
  metaDescription: snapshot.meta_description,
  thumbnailPlacement: snapshot.thumbnail_placement,
});
