import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { conflict, DomainError, forbidden, notFound } from '../../../platform/errors/domain-error.js';
import { type ContentKind, isPublishedStatus, isVisibleTo } from '../audience/audience.js';
import type { Item } from '../items/item.js';
import type { ChildrenAction } from '../items/item-fields.dto.js';
import { ItemTrashService } from '../items/item-trash.service.js';
import type { ItemRef } from '../items/items.service.js';
import { PositionsRepository } from './positions.repository.js';
import { MAX_INCLUDED } from './tree.policy.js';

/** Takes a published item from readers, in the caller's transaction; its children keep their places. */
export type Archive = (actor: Actor, id: string) => Promise<void>;

type Page = Pick<Item, 'id' | 'kind' | 'title' | 'status'>;

/**
 * Commands for an item and all below it that the actor sees, in one transaction: a refusal for one of them refuses all.
 * What the actor does not see takes the place of what was deleted above it.
 */
@Injectable()
export class SubtreeService {
  private readonly archives = new Map<ContentKind, Archive>();

  constructor(
    private readonly database: Database,
    private readonly trash: ItemTrashService,
    private readonly positions: PositionsRepository,
  ) {}

  /** Kinds import nothing of each other, so each registers its command. */
  registerArchive(kind: ContentKind, archive: Archive): void {
    this.archives.set(kind, archive);
  }

  /**
   * @param children keep: they take the place of the item
   * @throws 403, 404; for what is below it 403 child_not_permitted, 409 too_many_below
   */
  async moveToTrash(actor: Actor, ref: ItemRef, children: ChildrenAction = 'keep'): Promise<void> {
    if (children === 'keep') await this.trash.moveToTrash(actor, ref);
    else await this.run(actor, ref, (page) => this.trash.moveToTrash(actor, page));
  }

  /**
   * What is published below is archived, and published videos become drafts; other pages stay as they are.
   * @param archiveItem archives the item itself
   * @throws as {@link moveToTrash}
   */
  async archive(actor: Actor, ref: ItemRef, archiveItem: () => Promise<void>): Promise<void> {
    await this.run(actor, ref, async ({ kind, id, status }) => {
      if (id === ref.id) await archiveItem();
      else if (isPublishedStatus(status)) await this.archives.get(kind)?.(actor, id);
    });
  }

  /** Runs a command for each, from the last level up. */
  private async run(actor: Actor, ref: ItemRef, command: (page: Page) => Promise<void>): Promise<void> {
    await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () =>
      this.database.transaction(async () => {
        const item = await this.positions.lockItem(actor, ref);
        if (!item) throw notFound(ref.kind);
        if (item.category_id) {
          await this.positions.lockBelow(item.id);
          await this.positions.lockCategories([item.category_id]);
        }
        for (const page of await this.listBelow(actor, item.id)) await namePage(page, () => command(page));
        await command(item);
      }),
    );
  }

  /** @throws 409 too_many_below */
  private async listBelow(actor: Actor, id: string): Promise<Page[]> {
    const ids = (await this.positions.listBelow(id)).map(({ item_id }) => item_id);
    const { rows } = await sql<Page>`
      select i.id, i.kind, i.title, i.status
      from content_items i join unnest(${ids}::uuid[]) with ordinality as b (id, n) on b.id = i.id
      where ${isVisibleTo(actor, 'i')}
      order by b.n desc`.execute(this.database.db);
    if (rows.length > MAX_INCLUDED)
      throw conflict('too_many_below', (texts) => texts.content.tree.tooManyBelow(MAX_INCLUDED));
    return rows;
  }
}

/** A refusal says for which page below it was. */
async function namePage({ title }: Page, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 403) throw error;
    throw forbidden((texts) => texts.content.tree.childNotPermitted(title), 'child_not_permitted');
  }
}
