import { defineEntity, p } from '@mikro-orm/core';
import { TextArrayType } from '../../../platform/database/text-array-type.js';
import type { ImageVariant } from '../../../platform/images/images.js';
import {
  type ContentKind,
  type ContentStatus,
  type Difficulty,
  isPublishedStatus,
  type ThumbnailPlacement,
  type VideoSourceType,
  type Visibility,
} from './enums.js';

/** Details of an item's kind that lists show without a join; empty for documents. Each kind writes them with a save. */
export interface ContentDetails {
  /** null until it is known */
  duration_sec?: number | null;
  source_type?: VideoSourceType;
  chapter_count?: number;
}

const ContentItemSchema = defineEntity({
  name: 'ContentItem',
  tableName: 'content_items',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<ContentKind>(),
    /** unique per kind */
    slug: p.text(),
    title: p.text(),
    summary: p.text(),
    categoryId: p.uuid().nullable(),
    authorId: p.uuid(),
    difficulty: p.text().$type<Difficulty>(),
    visibility: p.text().$type<Visibility>(),
    status: p.text().$type<ContentStatus>(),
    hiddenAt: p.datetime().nullable(),
    tags: p.type(TextArrayType),
    metaTitle: p.text(),
    metaDescription: p.text(),
    thumbnailFileId: p.uuid().nullable(),
    /** the image in its widths, the widest last; the addresses are below the API's prefix */
    thumbnail: p.json<ImageVariant[]>().nullable(),
    thumbnailPlacement: p.text().$type<ThumbnailPlacement>().default('PAGE'),
    /** counts saves, from 1 */
    version: p.integer(),
    viewCount: p.integer(),
    likeCount: p.integer(),
    helpfulCount: p.integer(),
    bookmarkCount: p.integer(),
    confusedCount: p.integer(),
    details: p.json<ContentDetails>(),
    createdAt: p.datetime(),
    updatedAt: p.datetime().nullable(),
    /** set when the item is first published; cleared when a video is withdrawn. READY without it awaits review */
    publishedAt: p.datetime().nullable(),
    /** who submitted it, while it is in review; null means the author, as rows of earlier versions have it */
    submitterId: p.uuid().nullable(),
    /** when it was submitted, while it is in review; null in rows of earlier versions */
    submittedAt: p.datetime().nullable(),
  },
});

/** What its author chooses about an item, apart from its body. */
export interface ItemFields {
  title: string;
  slug: string;
  summary: string;
  categoryId: string | null;
  difficulty: Difficulty;
  visibility: Visibility;
  tags: string[];
  metaTitle: string;
  metaDescription: string;
  thumbnailPlacement: ThumbnailPlacement;
}

/** The fields of an item as they are saved. */
export const itemFieldsOf = (item: ContentItem): ItemFields => ({
  title: item.title,
  slug: item.slug,
  summary: item.summary,
  categoryId: item.categoryId ?? null,
  difficulty: item.difficulty,
  visibility: item.visibility,
  tags: item.tags,
  metaTitle: item.metaTitle,
  metaDescription: item.metaDescription,
  thumbnailPlacement: item.thumbnailPlacement,
});

/** What documents and videos share. */
export class ContentItem extends ContentItemSchema.class {
  static create(
    of: { id: string; kind: ContentKind; authorId: string; status: ContentStatus; fields: ItemFields },
    now = new Date(),
  ): ContentItem {
    const { fields, ...identity } = of;
    return Object.assign(new ContentItem(), {
      ...identity,
      ...fields,
      hiddenAt: null,
      thumbnailFileId: null,
      thumbnail: null,
      version: 1,
      viewCount: 0,
      likeCount: 0,
      helpfulCount: 0,
      bookmarkCount: 0,
      confusedCount: 0,
      createdAt: now,
      updatedAt: null,
      details: {},
      publishedAt: isPublishedStatus(of.status) ? now : null,
      submitterId: of.status === 'IN_REVIEW' ? of.authorId : null,
      submittedAt: of.status === 'IN_REVIEW' ? now : null,
    });
  }

  edit(fields: Partial<ItemFields>, now = new Date()): void {
    Object.assign(this, fields);
    this.version += 1;
    this.updatedAt = now;
  }

  /**
   * @param options.awaitsReview for a video whose file is READY and that a reviewer has to publish, by a second call
   * @param options.submitterId who submits an item for review, its author by default
   */
  setStatus(status: ContentStatus, { awaitsReview = false, submitterId = this.authorId, now = new Date() } = {}): void {
    this.status = status;
    const isInReview = status === 'IN_REVIEW' || awaitsReview;
    this.submitterId = isInReview ? submitterId : null;
    this.submittedAt = isInReview ? (this.submittedAt ?? now) : null;
    if (isPublishedStatus(status) && !awaitsReview) this.publishedAt ??= now;
  }

  /** Takes an item away from readers until it is published anew. */
  withdraw(status: ContentStatus): void {
    this.setStatus(status);
    this.publishedAt = null;
  }
}
ContentItemSchema.setClass(ContentItem);
