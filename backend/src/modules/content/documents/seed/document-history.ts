import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Events } from '../../../../platform/events/events.js';
import { EngagementSeed, type SeededEngagement } from '../../engagement/seed/engagement-seed.js';
import { DocumentsQueries } from '../documents.queries.js';
import { DocumentsService } from '../documents.service.js';

export interface SeededEdit {
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

interface Row {
  id: string;
  author_id: string;
  view_count: number;
  version: number;
}

/**
 * Gives documents a past, for demo content: everything is done through the services that requests use, and then dated
 * back. Repeatable: what an interrupted run has done is kept.
 */
@Injectable()
export class DocumentHistory {
  constructor(
    private readonly database: Database,
    private readonly documents: DocumentsService,
    private readonly queries: DocumentsQueries,
    private readonly engagement: EngagementSeed,
    private readonly events: Events,
  ) {}

  async apply(slug: string, history: SeededHistory): Promise<void> {
    const item = await this.find(slug);
    if (!item) return;
    for (const [i, edit] of history.edits.entries()) if (item.version < i + 2) await this.edit(item.id, edit);
    await this.engagement.addContributions({ kind: 'document', id: item.id }, history);
    await this.engagement.addViews(item, history);
    await this.dateBack(item.id, history);
  }

  private find(slug: string): Promise<Row | undefined> {
    return this.database.one<Row>(
      `select id, author_id, view_count, version from content_items where kind = 'document' and slug = $1`,
      [slug],
    );
  }

  private async edit(id: string, { author, at, note, change }: SeededEdit): Promise<void> {
    const key = await this.queries.getKey(id, author);
    const row = await this.database.one<{ content: string }>('select content from documents where item_id = $1', [id]);
    const content = change(row?.content ?? '');
    await this.events.runAt(at, () => this.documents.update(author, key, { content, note }));
  }

  private async dateBack(id: string, { createdAt, publishedAt, edits }: SeededHistory): Promise<void> {
    await this.database.query(
      `update content_items
       set created_at = $2, published_at = case when published_at is null then null else $3::timestamptz end,
           updated_at = $4
       where id = $1`,
      [id, createdAt, publishedAt, edits.at(-1)?.at ?? null],
    );
    await this.database.query(
      `update document_revisions r
       set created_at = d.at,
           reviewed_at = case when r.reviewed_at is null then null else greatest(d.at, $4::timestamptz) end
       from unnest($2::int[], $3::timestamptz[]) as d (version, at)
       where r.item_id = $1 and r.version = d.version`,
      [id, [1, ...edits.map((_, i) => i + 2)], [createdAt, ...edits.map(({ at }) => at)], publishedAt],
    );
  }
}
