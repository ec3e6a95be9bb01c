import { Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf } from './audience.js';

/** Which people have items of their own that others like them cannot see. All others may share what is read for one of them. */
@Injectable()
export class OwnHidden {
  /** Requests that have come in by now ask together; nothing is remembered. */
  private readonly authors = new DataLoader<string, boolean>((ids) => this.findAuthors(ids), { cache: false, maxBatchSize: 100, batchScheduleFn: (ask) => setImmediate(ask) });

  constructor(private readonly database: Database) {}

  async has(actor: Actor): Promise<boolean> {
    if (!actor.id || audiencesOf(actor).includes('RESTRICTED')) return false;
    return this.authors.load(actor.id);
  }

  private async findAuthors(ids: readonly string[]): Promise<boolean[]> {
    const rows = await this.database.query<{ id: string }>(
      `select distinct author_id as id from content_items where author_id = any($1::uuid[]) and audience in ('INTERNAL', 'RESTRICTED')`,
      [ids],
    );
    const found = new Set(rows.map(({ id }) => id));
    return ids.map((id) => found.has(id));
  }
}
