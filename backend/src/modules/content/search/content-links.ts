import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { LinkRegistry, type MatchedLink } from '../../../platform/links/link-registry.js';

/** Of one text; each is a row. */
const MAX_STORED_LINKS = 500;
/** Longer addresses lead nowhere. */
const MAX_ADDRESS = 2000;

/** What a link is stored as: a post belongs to its thread, and what is no page has no backlinks. */
function toStoredTarget(match: MatchedLink | undefined): { target_type: string; target_key: string } | undefined {
  if (match?.source.type === 'document' || match?.source.type === 'video')
    return { target_type: match.source.type, target_key: match.key };
  if (match?.source.type !== 'thread' && match?.source.type !== 'post') return undefined;
  const [threadId = ''] = match.key.split('#');
  return { target_type: 'thread', target_key: threadId };
}

/** Stores what the texts of this hub link to. All commands join the caller's transaction. */
@Injectable()
export class ContentLinks {
  constructor(
    private readonly database: Database,
    private readonly registry: LinkRegistry,
  ) {}

  /**
   * Adds the links of a text that has none. Addresses of other sites are left out, and what a text links to twice.
   * @param addresses as the text has them
   */
  async add(sourceType: string, sourceId: string, addresses: readonly string[]): Promise<void> {
    const rows = [...new Set(addresses)].flatMap((address) => {
      if (address.length > MAX_ADDRESS) return [];
      const target = toStoredTarget(this.registry.match(address));
      return target ? [{ ...target, address }] : [];
    });
    if (rows.length)
      await this.database.db
        .insertInto('content_links')
        .values(
          rows
            .slice(0, MAX_STORED_LINKS)
            .map((row, position) => ({ ...row, source_type: sourceType, source_id: sourceId, position })),
        )
        .execute();
  }

  /** The same for a text that has changed. */
  async replace(sourceType: string, sourceId: string, addresses: readonly string[]): Promise<void> {
    await this.removeAll(sourceType, sql`select ${sourceId}::uuid`);
    await this.add(sourceType, sourceId, addresses);
  }

  /** @param ids a statement for the column id of the texts */
  async removeAll(sourceType: string, ids: RawBuilder<unknown>): Promise<void> {
    await sql`delete from content_links where source_type = ${sourceType} and source_id in (${ids})`.execute(
      this.database.db,
    );
  }
}
