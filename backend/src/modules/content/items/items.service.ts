import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { notFound, conflict } from '../../../platform/errors/domain-error.js';
import { type CategoryScope, requireWritableCategory } from '../../auth/index.js';
import {
  canSee,
  type ContentKind,
  getAudience,
  isNotTrashed,
  isVisibleTo,
  selectItemCategory,
  toCategoryActor,
} from '../audience/audience.js';
import { type Item, findChanges, editItem, itemColumns, type ItemFields, type ReactionCounts } from './item.js';
import { missingPermission } from '../../../platform/access/access.guard.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Events } from '../../../platform/events/events.js';
import { findCategoryScope, getCategoryActor, isLeavingReview, type MovedItem } from './item-category.js';
import { canDelete, canEdit, type ItemFacts } from './item.policy.js';
import type { ParsedSearchText } from '../search/search-text-parser.js';
import { DerivedDataService } from './derived-data.service.js';
import { itemCreated } from './item.events.js';
import type { Localized } from '../../../platform/language/texts.js';

/** A document or video, as the API names one. */
export interface ItemRef {
  kind: ContentKind;
  id: string;
}

/** An item that is locked for a command that changes what refers to it. */
export interface LockedReference {
  /** as stored; the request may spell the UUID in capitals */
  id: string;
  authorId: string;
  /** by moderation */
  isHidden: boolean;
  category: CategoryScope | null;
  counts: ReactionCounts;
}

/** An item under a row lock. */
export interface LockedItem<Who extends Actor | null = Actor | null> {
  /** who runs the command, with the permissions that they have in the item's category; for policies */
  actor: Who;
  item: Item;
  /** before the command; null for a new item */
  before: Item | null;
  /** as the row is now */
  stored: Item;
  /** whether what is below the item stays there when it goes into the archive */
  keepsChildren?: boolean;
}

/** What reactions change elsewhere, in the caller's transaction, which holds the item's lock. */
interface ItemReputation {
  /**
   * Before an item is hidden or deleted, and after it was restored: what is hidden or in the trash earns its author
   * nothing. Called before the item's counters change, so that all commands lock in this order.
   * @param by -1 or 1
   */
  addReputation(item: Item, by: 1 | -1): Promise<void>;
}

/** Where a request creates an item. */
export interface NewPlace {
  category_id?: string | null;
  parent_id?: string | null;
}

/** Where items are in the trees of their categories, in the caller's transaction, which holds the item's lock. */
interface ItemPositions {
  /** {@link ItemsService.completeCategory} */
  completeCategory<Request extends NewPlace>(actor: Actor, request: Request): Promise<Request>;
  /** {@link ItemsService.placeBelow} */
  placeBelow(actor: Actor, item: Item, parentId: string): Promise<void>;
  /** before an item is saved with another category */
  changeCategory(actor: Actor | null, item: Item, from: string | null): Promise<void>;
  /** before an item goes to the trash or into the archive, or becomes a template */
  liftChildren(id: string): Promise<void>;
  /** after an item came back from the trash */
  restore(item: Item): Promise<void>;
  /** before an item is purged */
  release(item: Item): Promise<void>;
}

/**
 * What the commands of all kinds of items share: locks, permissions, the rows of content_items with their derived data,
 * and audit entries. Everything joins the caller's transaction. Locks are taken in the order item, slugs, categories,
 * counters, tags, words.
 */
@Injectable()
export class ItemsService {
  private reputation: ItemReputation | undefined;
  private positions!: ItemPositions;

  constructor(
    private readonly database: Database,
    private readonly derivedData: DerivedDataService,
    private readonly events: Events,
    private readonly audit: Audit,
    private readonly permissions: PermissionDirectory,
  ) {}

  registerReputation(reputation: ItemReputation): void {
    this.reputation = reputation;
  }

  registerPositions(positions: ItemPositions): void {
    this.positions = positions;
  }

  /** Hides an item from readers, or restores it; null restores it. */
  async setHidden(ref: ItemRef, hiddenAt: Date | null): Promise<void> {
    const locked = await this.lock(null, ref);
    if (hiddenAt) await this.reputation?.addReputation(locked.item, -1);
    locked.item.hidden_at = hiddenAt;
    if (!hiddenAt) await this.reputation?.addReputation(locked.item, 1);
    await this.syncDerivedData(null, locked, () => {
      throw new Error('Hiding an item leaves its texts as they are.');
    });
  }

  /** @throws 403 unless the actor is the author or may edit the items of others, and may write in the category */
  async requireEditable(actor: Actor, facts: ItemFacts & { category_scope: CategoryScope | null }): Promise<void> {
    requireWritableCategory(actor, 'content', facts.category_scope);
    await this.requirePermissionToEdit(toCategoryActor(actor, facts.category_scope), facts);
  }

  /** The same in the category of a locked item. @param actor of {@link LockedItem} */
  async requirePermissionToEdit(actor: Actor, facts: ItemFacts): Promise<void> {
    if (!canEdit(actor, facts)) throw await missingPermission(this.permissions, actor, 'content.edit_any');
  }

  /**
   * @param actor of {@link LockedItem}
   * @throws 403 unless the actor is the author or may delete the items of others
   */
  async requireDeletable(actor: Actor, facts: ItemFacts): Promise<void> {
    if (!canDelete(actor, facts)) throw await missingPermission(this.permissions, actor, 'content.delete_any');
  }

  /**
   * Refuses a change that is based on an earlier version, and names who saved the current one.
   * @param findLastEditor called only when the version is stale
   * @throws 409 stale_version
   */
  async requireVersion(
    actor: Actor,
    item: Item,
    version: number | null | undefined,
    findLastEditor: () => Promise<{ id: string; name: string } | undefined>,
  ): Promise<void> {
    if (version === undefined || version === null || version === item.version) return;
    const saved_by = await findLastEditor();
    const detail: Localized = ({ content }) =>
      saved_by?.id === actor.id
        ? content.savedElsewhere(item.kind)
        : content.savedByOther({ name: saved_by?.name ?? content.anotherUser, kind: item.kind });
    throw conflict('stale_version', detail, { current_version: item.version, ...(saved_by && { saved_by }) });
  }

  /**
   * Locks the row until the transaction ends.
   * @param actor null for the system
   * @throws 404 when the item is missing or not visible to the actor, 403 category_read_only
   */
  async lock<Who extends Actor | null>(actor: Who, { kind, id }: ItemRef): Promise<LockedItem<Who>> {
    const row = await this.database.db
      .selectFrom('content_items')
      .select(itemColumns)
      .select(selectItemCategory('content_items').as('category_scope'))
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where(isNotTrashed('content_items'))
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound(kind);
    const { category_scope, ...item } = row;
    if (actor) {
      requireVisible(actor, item, category_scope);
      requireWritableCategory(actor, 'content', category_scope);
    }
    return {
      actor: (actor && toCategoryActor(actor, category_scope)) as Who,
      item,
      before: { ...item },
      stored: { ...item },
    };
  }

  /**
   * Locks an item in the trash until the transaction ends; its status is the former one.
   * @param condition over the alias i of content_items
   * @throws 404 when it is not in the trash or does not fulfil the condition
   */
  async lockTrashed({ kind, id }: ItemRef, condition: RawBuilder<boolean>): Promise<Item> {
    const row = await this.database.db
      .selectFrom('content_items as i')
      .select(itemColumns)
      .select('deleted_status')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .where('deleted_at', 'is not', null)
      .where(condition)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound(kind);
    const { deleted_status, ...item } = row;
    return { ...item, status: (deleted_status ?? item.status) as Item['status'] };
  }

  /**
   * Locks the item for a command that changes its counters: such commands run one after the other.
   * @throws 404 when the item is missing or the actor may not see it, judged after the lock is taken
   */
  async lockForUpdate(actor: Actor, item: ItemRef): Promise<LockedReference> {
    return toReference(item, await this.find(actor, item).forNoKeyUpdate().executeTakeFirst());
  }

  /**
   * Locks the item for a command that only adds rows that refer to it: it cannot be deleted meanwhile, and others may
   * add too.
   * @throws 404 as {@link lockForUpdate}
   */
  async lockForReference(actor: Actor, item: ItemRef): Promise<LockedReference> {
    return toReference(item, await this.find(actor, item).forKeyShare().executeTakeFirst());
  }

  /** The actor with the permissions that they have in a category, in which they may write. */
  getCategoryActor(actor: Actor, categoryId: string | null): Promise<Actor> {
    return getCategoryActor(this.database.db, actor, categoryId);
  }

  /** @throws 403 when a published item would leave the categories that the actor moderates, see isLeavingReview */
  async requireMovable(actor: Actor, item: MovedItem, to: string | null): Promise<void> {
    if (await isLeavingReview(this.database.db, actor, item, to))
      throw await missingPermission(this.permissions, actor, 'content.publish');
  }

  private find(actor: Actor, { kind, id }: ItemRef) {
    return this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.author_id', 'i.hidden_at'])
      .select(['i.like_count', 'i.helpful_count', 'i.bookmark_count', 'i.confused_count'])
      .select(selectItemCategory('i').as('category_scope'))
      .where('i.id', '=', id)
      .where('i.kind', '=', kind)
      .where(isVisibleTo(actor, 'i'));
  }

  /**
   * Adds a new item; {@link syncDerivedData} follows at the end of the command.
   * @param markdown may refer to files
   * @param at dates its event back
   */
  async insert(actor: Actor, item: Item, markdown: string, at?: Date): Promise<LockedItem<Actor>> {
    await this.database.db.insertInto('content_items').values(toColumns(item)).execute();
    await this.derivedData.redirectSlug(item, null);
    await this.derivedData.setTextFiles(actor, item, markdown);
    await this.events.publish(itemCreated[item.kind], { id: item.id, authorId: item.author_id }, at);
    const acting = await this.getCategoryActor(actor, item.category_id);
    return { actor: acting, item, before: null, stored: { ...item } };
  }

  /**
   * The fields of a new item: below another one it gets the category of that, unless it has the same.
   * @throws 400 for a parent that is missing, or in another category
   */
  completeCategory<Request extends NewPlace>(actor: Actor, request: Request): Promise<Request> {
    return this.positions.completeCategory(actor, request);
  }

  /** Puts a new item below another one, as the last. @throws 400 for a parent that is missing or too deep */
  async placeBelow(actor: Actor, item: Item, parentId: string | null | undefined): Promise<void> {
    if (parentId) await this.positions.placeBelow(actor, item, parentId);
  }

  /** Saves the fields as the next version; {@link syncDerivedData} follows at the end of the command. */
  async update(actor: Actor, locked: LockedItem, fields: Partial<ItemFields>, markdown: string): Promise<void> {
    const { item } = locked;
    const formerSlug = item.slug;
    if (fields.category_id !== undefined) await this.requireMovable(actor, item, fields.category_id);
    editItem(item, fields);
    await this.save(locked, actor);
    await this.derivedData.redirectSlug(item, formerSlug);
    await this.derivedData.setTextFiles(actor, item, markdown);
  }

  /** Records the edit of another user's item in the audit log, after the save. */
  async auditEdit(actor: Actor, item: Item, note = ''): Promise<void> {
    if (item.author_id === actor.id) return;
    await this.audit.record({
      actor,
      action: `${item.kind}.edited`,
      subject: { type: item.kind, id: item.id },
      before: { version: item.version - 1 },
      after: { version: item.version, title: item.title, visibility: item.visibility, ...(note && { note }) },
    });
  }

  /** Stores the columns that the command has changed so far. @param actor who changes the category */
  async save(locked: LockedItem, actor: Actor | null = locked.actor): Promise<void> {
    const changes = findChanges(locked.stored, locked.item);
    if (!Object.keys(changes).length) return;
    if ('category_id' in changes) await this.positions.changeCategory(actor, locked.item, locked.stored.category_id);
    await this.database.db
      .updateTable('content_items')
      .set(toColumns(changes))
      .where('id', '=', locked.item.id)
      .execute();
    locked.stored = { ...locked.item };
  }

  /**
   * Saves the item, and brings counters, tags and the search index up to date with all that the command changed.
   * @param actor null for the system
   * @param text parsed for the search index; called only when the item has another version
   * @throws 404 when the command would hide the item from the actor: they can no more cause that state than see it
   */
  async syncDerivedData(actor: Actor | null, locked: LockedItem, text: () => ParsedSearchText): Promise<void> {
    if (actor && !isSameFor(locked.before, locked.item))
      requireVisible(actor, locked.item, await findCategoryScope(this.database.db, locked.item.category_id));
    const { item, before } = locked;
    if (before && isInTree(before) && !isInTree(item) && !locked.keepsChildren)
      await this.positions.liftChildren(item.id);
    await this.save(locked);
    await this.derivedData.sync(before, item, text);
  }

  /** Removes a locked item from everything but the trash; what refers to it stays as it is. */
  async moveToTrash(item: Item, deletedBy: string): Promise<void> {
    await this.positions.liftChildren(item.id);
    await this.reputation?.addReputation(item, -1);
    await sql`
      update content_items
      set deleted_at = now(), deleted_by = ${deletedBy}, deleted_status = status, status = ${trashStatus[item.kind]}
      where id = ${item.id}`.execute(this.database.db);
    await this.derivedData.remove(item);
  }

  /** Makes a locked item of the trash what it was before. */
  async restore(item: Item): Promise<void> {
    await this.database.db
      .updateTable('content_items')
      .set({ status: item.status, deleted_at: null, deleted_by: null, deleted_status: null })
      .where('id', '=', item.id)
      .execute();
    await this.positions.restore(item);
    await this.reputation?.addReputation(item, 1);
    await this.derivedData.restore(item);
  }

  /** Deletes the row of a locked item of the trash, and what depends on it by cascade. */
  async purge(item: Item): Promise<void> {
    await this.positions.release(item);
    await this.derivedData.releaseFiles(item);
    await this.database.db.deleteFrom('content_items').where('id', '=', item.id).execute();
  }
}

/** The status of items in the trash, for instances of the version before: they show it to authors and editors only. */
const trashStatus: Record<ContentKind, Item['status']> = { document: 'ARCHIVED', video: 'ERROR' };

/** jsonb columns as text. */
const toColumns = <Columns extends Partial<Item>>({ details, thumbnail, ...columns }: Columns) => ({
  ...columns,
  ...(details && { details: JSON.stringify(details) }),
  ...(thumbnail !== undefined && { thumbnail: thumbnail && JSON.stringify(thumbnail) }),
});

function toReference(
  { kind }: ItemRef,
  row:
    | (ReactionCounts & {
        id: string;
        author_id: string;
        hidden_at: Date | null;
        category_scope: CategoryScope | null;
      })
    | undefined,
): LockedReference {
  if (!row) throw notFound(kind);
  const { id, author_id, hidden_at, category_scope: category, ...counts } = row;
  return { id, authorId: author_id, isHidden: hidden_at !== null, category, counts };
}

/** @throws 404 when the actor may not see the item as it is now */
function requireVisible(actor: Actor, item: Item, category: CategoryScope | null): void {
  if (!canSee(actor, { authorId: item.author_id, audience: getAudience(item), category })) throw notFound(item.kind);
}

const isInTree = (item: Item): boolean => item.status !== 'ARCHIVED' && !item.is_template;

/** Whether the same users see the item as before a command. */
const isSameFor = (before: Item | null, item: Item): boolean =>
  before !== null && before.category_id === item.category_id && getAudience(before) === getAudience(item);
