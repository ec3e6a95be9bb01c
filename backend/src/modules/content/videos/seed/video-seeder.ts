import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Files } from '../../../../platform/files/files.js';
import { EngagementSeeder, type SeededEngagement } from '../../engagement/seed/engagement-seeder.js';
import type { Difficulty, Visibility } from '../../audience/audience.js';
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
  engagement: SeededEngagement;
}

/**
 * Creates videos with a past, for demo content. They are processed in the background like all others; the result is
 * dated like their creation.
 */
@Injectable()
export class VideoSeeder {
  constructor(
    private readonly database: Database,
    private readonly videos: VideosService,
    private readonly files: Files,
    private readonly engagement: EngagementSeeder,
  ) {}

  /** Repeatable: a video with this slug is kept as it is. */
  async create(author: Actor, video: SeededVideo): Promise<void> {
    const existing = await this.database.db
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', 'video')
      .where('slug', '=', video.slug)
      .executeTakeFirst();
    const id = existing?.id ?? (await this.insert(author, video));
    await this.engagement.addViews({ id, author_id: author.userId, view_count: 0 }, video.engagement);
  }

  private async insert(
    author: Actor,
    { path, category, createdAt, engagement, ...fields }: SeededVideo,
  ): Promise<string> {
    const found = await this.database.db
      .selectFrom('content_categories')
      .select('id')
      .where('name', '=', category)
      .executeTakeFirst();
    const name = basename(path);
    const file = { name, mediaType: 'video/mp4', uploaderId: null, maxBytes: Infinity };
    const { id: fileId } = await this.files.store(createReadStream(path), file);
    await using video = {
      type: 'UPLOAD' as const,
      name,
      fileId,
      uploadId: null,
      [Symbol.asyncDispose]: () => this.files.discard([fileId]),
    };
    return await this.database.transaction(async () => {
      const request = { ...fields, source_type: 'UPLOAD' as const, category_id: found?.id ?? null };
      const id = await this.videos.create(author, request, { video }, createdAt);
      // Only published videos are seen by all users. It will be one when it is converted.
      const update = this.database.db.updateTable('content_items').where('id', '=', id);
      await update.set({ created_at: createdAt, published_at: createdAt, status: 'READY' }).execute();
      await this.engagement.addContributions({ kind: 'video', id }, engagement);
      await update.set({ published_at: null, status: 'PROCESSING' }).execute();
      return id;
    });
  }
}
