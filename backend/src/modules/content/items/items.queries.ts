import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ContentKind } from './enums.js';

/** What others need to speak of a document or video. */
export interface ItemCaption {
  id: string;
  kind: ContentKind;
  title: string;
  slug: string;
  authorId: string;
}

@Injectable()
export class ItemsQueries {
  constructor(private readonly database: Database) {}

  /** For code that acts for nobody in particular; who may know of the item is judged elsewhere. */
  async caption(id: string): Promise<ItemCaption | undefined> {
    return this.database.one<ItemCaption>('select id, kind, title, slug, author_id as "authorId" from content_items where id = $1', [id]);
  }
}

/** Where a reader finds it in the frontend. */
export const itemPath = ({ kind, slug }: Pick<ItemCaption, 'kind' | 'slug'>): string => `/${kind === 'document' ? 'docs' : 'videos'}/${slug}`;
