import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { askedTogether } from '../../../platform/database/asked-together.js';
import { Database } from '../../../platform/database/database.js';
import { audiencesOf } from './audience.js';

/** Which people have items of their own that others like them cannot see. All others may share what is read for one of them. */
@Injectable()
export class OwnHidden {
  private readonly isAuthor = askedTogether((ids) => this.findAuthors(ids));

  constructor(private readonly database: Database) {}

  async has(actor: Actor): Promise<boolean> {
    if (!actor.id || audiencesOf(actor).includes('RESTRICTED')) return false;
    return (await this.isAuthor(actor.id)) ?? false;
  }

  private async findAuthors(ids: readonly string[]): Promise<Map<string, true>> {
    const rows = await this.database.query<{ id: string }>(
      `select distinct author_id as id from content_items where author_id = any($1::uuid[]) and audience in ('INTERNAL', 'RESTRICTED')`,
      [ids],
    );
    return new Map(rows.map(({ id }) => [id, true]));
  }
}
