import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Events } from '../../../../platform/events/events.js';
import { Files } from '../../../../platform/files/files.js';
import { UnusedFiles } from '../../../../platform/files/unused-files.js';
import type { Difficulty, Visibility } from '../../items/enums.js';
import type { Chapter } from '../chapters.js';
import { VideosService } from '../videos.service.js';

export interface SeededVideo {
  /** of an MP4 file; it is copied */
  path: string;
  title: string;
  slug: string;
  summary: string;
  description: string;
  /** name of a category */
  category: string;
  tags: string[];
  difficulty: Difficulty;
  visibility: Visibility;
  chapters: Chapter[];
  transcript: string;
  createdAt: Date;
}

/**
 * Creates videos with a past, for demo content. They are processed in the background like all others; the result is
 * dated like their creation.
 */
@Injectable()
export class VideoSeed {
  constructor(
    private readonly database: Database,
    private readonly videos: VideosService,
    private readonly files: Files,
    private readonly events: Events,
    private readonly unused: UnusedFiles,
  ) {}

  /** Repeatable: a video with this slug is kept as it is. */
  async create(author: Actor, { path, category, createdAt, ...fields }: SeededVideo): Promise<void> {
    if (await this.database.one(`select id from content_items where kind = 'video' and slug = $1`, [fields.slug]))
      return;
    const found = await this.database.one<{ id: string }>('select id from content_categories where name = $1', [
      category,
    ]);
    const name = basename(path);
    const file = { name, mediaType: 'video/mp4', uploaderId: null, maxBytes: Infinity };
    const { id: fileId } = await this.files.store(createReadStream(path), file);
    await using video = {
      type: 'UPLOAD' as const,
      name,
      fileId,
      uploadId: null,
      [Symbol.asyncDispose]: () => this.unused.discard([fileId]),
    };
    await this.database.transaction(async () => {
      const request = { ...fields, source_type: 'UPLOAD' as const, category_id: found?.id ?? null };
      const id = await this.events.runAt(createdAt, () => this.videos.create(author, request, { video }));
      await this.database.query('update content_items set created_at = $2 where id = $1', [id, createdAt]);
    });
  }
}
