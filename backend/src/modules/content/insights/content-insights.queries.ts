import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import { type ContentKind, contentKinds } from '../items/enums.js';
import { itemPath } from '../items/items.queries.js';

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

const columns = `
  i.id, i.kind, i.slug, i.title, coalesce(i.updated_at, i.created_at) as "changedAt",
  i.confused_count as "confusedCount"`;

/** Published and not hidden by moderation. */
const isPublished = `i.audience in ('PUBLIC', 'LOGGED_IN', 'INTERNAL')`;

/** Parameters: audiences, the actor's id, time of the last change, limit. Each kind is read by its index. */
const oldestOfKind = (kind: ContentKind): string => `(
  select ${columns} from content_items i
  where i.kind = '${kind}' and coalesce(i.updated_at, i.created_at) < $3
    and ${isPublished} and ${visibleTo('i', '$1', '$2')}
  order by coalesce(i.updated_at, i.created_at), i.id limit $4::int
)`;

/** Reads what editors should improve. */
@Injectable()
export class ContentInsightsQueries {
  constructor(private readonly database: DatabaseReader) {}

  /** Published items that the actor may see and readers marked as confusing, most marks first. */
  async listConfusing(actor: Actor, limit: number): Promise<ItemInsight[]> {
    const rows = await this.database.query<InsightRow>(
      `select ${columns} from content_items i
       where i.confused_count > 0 and ${isPublished} and ${visibleTo('i', '$1', '$2')}
       order by i.confused_count desc, i.id limit $3`,
      [audiencesOf(actor), actor.id, limit],
    );
    return rows.map(toInsight);
  }

  /** Published items that the actor may see and that have not changed since, the oldest first. */
  async listOutdated(actor: Actor, since: Date, limit: number): Promise<ItemInsight[]> {
    const rows = await this.database.query<InsightRow>(
      `select i.id, i.kind, i.slug, i.title, i."changedAt", i."confusedCount"
       from (${contentKinds.map(oldestOfKind).join(' union all ')}) i
       order by "changedAt", i.id limit $4::int`,
      [audiencesOf(actor), actor.id, since, limit],
    );
    return rows.map(toInsight);
  }
}

const toInsight = ({ slug, ...row }: InsightRow): ItemInsight => ({ ...row, path: itemPath({ kind: row.kind, slug }) });
