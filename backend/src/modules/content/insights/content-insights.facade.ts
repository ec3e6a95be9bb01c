import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { isVisibleTo, type ContentKind, contentKinds } from '../audience/audience.js';
import { itemPath } from '../items/items.queries.js';
import { type ViewListener, ItemViewCounter } from '../views/view-counter.js';
import { type ZeroResultQuery, ZeroResultRecorder } from '../search/zero-result-recorder.js';

/** A published item that needs work. */
export interface ItemInsight {
  id: string;
  kind: ContentKind;
  title: string;
  /** path in the frontend */
  path: string;
  /** of the last change, or of its creation */
  changedAt: Date;
  confusedCount: number;
}

type InsightRow = Omit<ItemInsight, 'path'> & { slug: string };

const columns = sql`
  i.id, i.kind, i.slug, i.title, coalesce(i.updated_at, i.created_at) as "changedAt",
  i.confused_count as "confusedCount"`;

/** Published and not hidden by moderation. */
const isPublished = sql`i.audience in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')`;

/** What the analytics module uses of content. */
@Injectable()
export class ContentInsightsFacade {
  constructor(
    private readonly views: ItemViewCounter,
    private readonly zeroResults: ZeroResultRecorder,
    private readonly database: DatabaseReader,
  ) {}

  /** Registers a listener for views of items, called within the transaction that stores them. */
  onViews(listener: ViewListener): void {
    this.views.addListener(listener);
  }

  /** Published items that the actor may see and readers marked as confusing, most marks first. */
  async listConfusing(actor: Actor, limit: number): Promise<ItemInsight[]> {
    const { rows } = await sql<InsightRow>`
      select ${columns} from content_items i
      where i.confused_count > 0 and ${isPublished} and ${isVisibleTo(actor, 'i')}
      order by i.confused_count desc, i.id limit ${limit}`.execute(this.database.db);
    return rows.map(toInsight);
  }

  /** Published items that the actor may see and that have not changed since, the oldest first. */
  async listOutdated(actor: Actor, since: Date, limit: number): Promise<ItemInsight[]> {
    // Each kind is read by its index.
    const oldest = contentKinds.map(
      (kind) => sql`(
        select ${columns} from content_items i
        where i.kind = ${sql.lit(kind)} and coalesce(i.updated_at, i.created_at) < ${since}
          and ${isPublished} and ${isVisibleTo(actor, 'i')}
        order by coalesce(i.updated_at, i.created_at), i.id limit ${limit}::int
      )`,
    );
    const { rows } = await sql<InsightRow>`
      select i.id, i.kind, i.slug, i.title, i."changedAt", i."confusedCount"
      from (${sql.join(oldest, sql` union all `)}) i
      order by "changedAt", i.id limit ${limit}::int`.execute(this.database.db);
    return rows.map(toInsight);
  }

  /** The queries that found nothing since a day (UTC) and nothing that the actor may see, the most frequent first. */
  listZeroResultQueries(actor: Actor, since: Date, limit: number): Promise<ZeroResultQuery[]> {
    return this.zeroResults.list(actor, since, limit);
  }
}

const toInsight = ({ slug, ...row }: InsightRow): ItemInsight => ({ ...row, path: itemPath({ kind: row.kind, slug }) });
