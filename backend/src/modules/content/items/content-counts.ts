import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { audienceOf } from './audience.js';
import type { Item } from './item.js';
import type { Audience, ContentKind } from './enums.js';

export interface CountKey {
  categoryId: string | null;
  kind: ContentKind;
  status: string;
  audience: Audience;
}

export const countKeyOf = (item: Item): CountKey => ({
  categoryId: item.category_id ?? null,
  kind: item.kind,
  status: item.status,
  audience: audienceOf(item),
});

/** The number of items per category, kind, status and audience, so that lists need not count rows. */
@Injectable()
export class ContentCounts {
  constructor(private readonly database: Database) {}

  /** Joins the caller's transaction. Rows are locked in the order of their categories, so that no deadlock occurs. */
  async move(before: CountKey | null, after: CountKey | null): Promise<void> {
    if (before && after && JSON.stringify(before) === JSON.stringify(after)) return;
    const changes = [...(before ? [{ key: before, by: -1 }] : []), ...(after ? [{ key: after, by: 1 }] : [])];
    changes.sort((a, b) => JSON.stringify(a.key).localeCompare(JSON.stringify(b.key)));
    for (const { key, by } of changes) {
      await sql`
        insert into content_counts as c (category_id, kind, status, audience, n)
        values (${key.categoryId}, ${key.kind}, ${key.status}, ${key.audience}, ${by})
        on conflict (category_id, kind, status, audience) do update set n = c.n + excluded.n`.execute(this.database.db);
    }
  }
}
