import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden } from '../../../platform/errors/domain-error.js';
import { Settings } from '../../../platform/settings/settings.js';
import { CategoryAccessService } from '../../auth/index.js';
import { isPublishedStatus, isVisibleTo } from '../audience/audience.js';
import type { Item } from '../items/item.js';
import { canEdit } from '../items/item.policy.js';
import { getCategoryActor, isLeavingReview } from '../items/item-category.js';
import { ItemsService } from '../items/items.service.js';
import { editsNeedReview } from '../items/review.settings.js';

/** An item that goes to another category, or below one that does. */
type MovedPage = Pick<Item, 'id' | 'kind' | 'title' | 'author_id' | 'status' | 'category_id'>;

/**
 * Whether pages may go to another category, whose readers and moderators are others. Everything joins the caller's
 * transaction, which holds the locks on the pages.
 */
@Injectable()
export class CategoryChangesService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly access: CategoryAccessService,
    private readonly settings: Settings,
  ) {}

  /**
   * Before a command moves an item that the actor may edit: it does what an edit of the category does, without review.
   * @throws 403 category_read_only, permission_missing, review_required; 404 for a category that the actor may not read
   */
  async requireMovable(actor: Actor, item: MovedPage, to: string): Promise<void> {
    await this.access.requireWritable(actor, 'content', to);
    await this.items.requireMovable(actor, item, to);
    const editor = await getCategoryActor(this.database.db, actor, item.category_id);
    if (isPublishedDocument(item) && (await this.needsReview(editor)))
      throw forbidden((texts) => texts.content.tree.moveNeedsReview, 'review_required');
  }

  /**
   * Before the pages below an item go to another category with it, of all authors. Between categories with the same
   * rules they keep their readers; elsewhere the actor must be able to move each of them.
   * @param actor null for the system
   * @throws 403 child_not_permitted
   */
  async requireMovableBelow(
    actor: Actor | null,
    ids: readonly string[],
    from: string | null,
    to: string,
  ): Promise<void> {
    if (!actor || !ids.length || (await this.access.haveSameRules(from, to))) return;
    const { db } = this.database;
    const editor = await getCategoryActor(db, actor, from);
    const isLeaving = await isLeavingReview(db, actor, { status: 'PUBLISHED', category_id: from }, to);
    const needsReview = await this.needsReview(editor);
    const { rows } = await sql<MovedPage & { is_visible: boolean }>`
      select i.id, i.kind, i.title, i.author_id, i.status, i.category_id, ${isVisibleTo(actor, 'i')} as is_visible
      from content_items i join unnest(${ids}::uuid[]) with ordinality as b (id, n) on b.id = i.id
      order by b.n`.execute(db);
    const refused = rows.find(
      (page) =>
        !canEdit(editor, page) ||
        (isLeaving && isPublishedStatus(page.status)) ||
        (needsReview && isPublishedDocument(page)),
    );
    if (refused)
      throw forbidden(
        ({ content: { tree } }) =>
          refused.is_visible ? tree.childNotPermitted(refused.title) : tree.hiddenChildNotPermitted,
        'child_not_permitted',
      );
  }

  /** {@link CategoryAccessService.announceMove} */
  announce(from: string | null, to: string | null): Promise<void> {
    return this.access.announceMove(from, to);
  }

  private async needsReview(editor: Actor): Promise<boolean> {
    return !editor.can('content.publish') && (await this.settings.get(editsNeedReview));
  }
}

/** Edits of these can need review; videos are edited without. */
const isPublishedDocument = ({ kind, status }: Pick<Item, 'kind' | 'status'>): boolean =>
  kind === 'document' && isPublishedStatus(status);
