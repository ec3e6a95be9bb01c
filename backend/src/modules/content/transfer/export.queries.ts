import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import type { PictureVariant } from '../../../platform/pictures/pictures.js';
import type { Difficulty, DocumentStatus, Visibility } from '../items/enums.js';
import type { FrontMatter } from './markdown-file.js';

export interface ExportedDocument {
  title: string;
  slug: string;
  summary: string;
  category_name: string | null;
  tags: string[];
  difficulty: Difficulty;
  visibility: Visibility;
  status: DocumentStatus;
  author_name: string;
  created_at: string;
  updated_at: string | null;
  meta_title: string;
  meta_description: string;
  content: string;
}

interface Row extends Omit<ExportedDocument, 'created_at' | 'updated_at'> {
  id: string;
  thumbnail: PictureVariant[] | null;
  created_at: Date;
  updated_at: Date | null;
}

/** Few, since a text may be long and all of a batch are in memory. */
const BATCH = 20;
const FIRST = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class ExportQueries {
  constructor(private readonly database: Database) {}

  /** Every document this person may see, the oldest first, a few at a time. `thumbnail` is the address of the widest form. */
  async *all(actor: Actor): AsyncIterable<ExportedDocument & { thumbnail: string | null }> {
    let batch: Row[] = [];
    do {
      batch = await this.database.query<Row>(
        `select i.id, i.title, i.slug, i.summary, c.name as category_name, i.tags, i.difficulty, i.visibility, i.status, a.name as author_name,
           i.created_at, i.updated_at, i.meta_title, i.meta_description, i.thumbnail, d.content
         from content_items i join documents d on d.item_id = i.id join people a on a.id = i.author_id
           left join content_categories c on c.id = i.category_id
         where i.kind = 'document' and i.id > $3::uuid and ${visibleTo('i', '$1', '$2')}
         order by i.id limit ${BATCH}`,
        [audiencesOf(actor), actor.id, batch.at(-1)?.id ?? FIRST],
      );
      for (const { thumbnail, created_at, updated_at, ...row } of batch) {
        yield {
          ...row,
          created_at: created_at.toISOString(),
          updated_at: updated_at?.toISOString() ?? null,
          thumbnail: thumbnail?.at(-1)?.url ?? null,
        };
      }
    } while (batch.length === BATCH);
  }
}

/** What stands above the text; an import reads the same. */
export function frontMatterOf(document: ExportedDocument, thumbnail?: string): FrontMatter {
  const {
    title,
    slug,
    summary,
    tags,
    difficulty,
    visibility,
    status,
    created_at,
    updated_at,
    meta_title,
    meta_description,
  } = document;
  const dates = { created_at, updated_at };
  const extras = {
    ...(meta_title && { meta_title }),
    ...(meta_description && { meta_description }),
    ...(thumbnail && { thumbnail }),
  };
  return {
    title,
    slug,
    summary,
    category: document.category_name,
    tags,
    difficulty,
    visibility,
    status,
    author: document.author_name,
    ...dates,
    ...extras,
  };
}
