import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { EngagementSeeder, type SeededEngagement } from '../../engagement/seed/engagement-seeder.js';
import { DocumentsQueries } from '../documents.queries.js';
import { DocumentsRepository } from '../documents.repository.js';
import { DocumentsService } from '../documents.service.js';

interface SeededEdit {
  author: Actor;
  at: Date;
  note: string;
  change: (content: string) => string;
}

/** What happened to a document in the past. */
export interface SeededHistory extends SeededEngagement {
  createdAt: Date;
  /** of a document that is or was published */
  publishedAt: Date | null;
  /** in their order; the first one makes version 2 */
  edits: readonly SeededEdit[];
}

/**
 * Gives documents a past, for demo content: everything is done through the services that requests use, and then dated
 * back. Repeatable: what an interrupted run has done is kept.
 */
@Injectable()
export class DocumentHistorySeeder {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsService,
    private readonly repository: DocumentsRepository,
    private readonly queries: DocumentsQueries,
    private readonly engagement: EngagementSeeder,
  ) {}

  async apply(slug: string, history: SeededHistory): Promise<void> {
    const item = await this.find(slug);
    if (!item) return;
    for (const [i, edit] of history.edits.entries()) if (item.version < i + 2) await this.edit(item.id, edit);
    await this.engagement.addContributions({ kind: 'document', id: item.id }, history);
    await this.engagement.addViews(item, history);
    await this.dateBack(item.id, history);
  }

  private find(slug: string) {
    return this.database.db
      .selectFrom('content_items')
      .select(['id', 'author_id', 'view_count', 'version'])
      .where('kind', '=', 'document')
      .where('slug', '=', slug)
      .executeTakeFirst();
  }

  private async edit(id: string, { author, note, change }: SeededEdit): Promise<void> {
    const resolved = await this.queries.resolve(id, author);
    const content = change(await this.repository.getContent(id));
    await this.documents.update(author, resolved, { content, note });
  }

  private async dateBack(id: string, { createdAt, publishedAt, edits }: SeededHistory): Promise<void> {
    const { db } = this.database;
    await sql`
      update content_items
      set created_at = ${createdAt},
          published_at = case when published_at is null then null else ${publishedAt}::timestamptz end,
          updated_at = ${edits.at(-1)?.at ?? null}
      where id = ${id}`.execute(db);
    const versions = [1, ...edits.map((_, i) => i + 2)];
    const times = [createdAt, ...edits.map(({ at }) => at)];
    await sql`
      update document_revisions r
      set created_at = d.at,
          reviewed_at = case when r.reviewed_at is null then null else greatest(d.at, ${publishedAt}::timestamptz) end
      from unnest(${versions}::int[], ${times}::timestamptz[]) as d (version, at)
      where r.item_id = ${id} and r.version = d.version`.execute(db);
  }
}
