import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { SHARE_LINKS_MAX } from '@hub/shared/limits';
import { missingPermission } from '../../../platform/access/access.guard.js';
import type { Actor } from '../../../platform/access/actor.js';
import { PermissionDirectory } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { createToken, hashPassword, hashToken } from '../../auth/index.js';
import { type ContentKind, isShownItem, toCategoryActor } from '../audience/audience.js';
import type { Item } from '../items/item.js';
import { canShare, type ItemFacts } from '../items/item.policy.js';
import { ItemsQueries } from '../items/items.queries.js';
import { ItemsService } from '../items/items.service.js';
import type { CreateShareLinkRequest, ShareLinkResponse } from './share-links.dto.js';
import { ShareLinksQueries } from './share-links.queries.js';
import { SharingSettings } from './sharing.settings.js';

/** Creates, lists and revokes share links (docs/decisions/0073). */
@Injectable()
export class ShareLinksService {
  constructor(
    private readonly database: Database,
    private readonly items: ItemsService,
    private readonly itemsQueries: ItemsQueries,
    private readonly queries: ShareLinksQueries,
    private readonly settings: SharingSettings,
    private readonly permissions: PermissionDirectory,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  /**
   * @returns the id, and the address of the shared page, which is not stored
   * @throws 403, 404; 409 not_published, too_many_share_links
   */
  async create(
    actor: Actor,
    kind: ContentKind,
    idOrSlug: string,
    request: CreateShareLinkRequest,
  ): Promise<{ id: string; url: string }> {
    const { label = '', password, include_children = false } = request;
    await this.settings.requireEnabled();
    const found = await this.itemsQueries.resolve(kind, idOrSlug, actor);
    await this.items.requireEditable(actor, found);
    await this.requireShareable(toCategoryActor(actor, found.category_scope), found);
    const expires_at = readExpiry(request.expires_at);
    const password_hash = password === undefined ? null : await hashPassword(password);
    const token = createToken();
    const id = uuidv7();
    await this.database.transaction(async () => {
      // The lock serialises requests, so that the number of links is exact.
      const { item, actor: acting } = await this.items.lock(actor, { kind, id: found.id });
      await this.items.requirePermissionToEdit(acting, item);
      await this.requireShareable(acting, item);
      if (!isShownItem(item)) throw conflict('not_published', (texts) => texts.content.shareUnpublished);
      await this.requireRoom(item);
      await this.database.db
        .insertInto('share_links')
        .values({
          id,
          item_id: item.id,
          creator_id: actor.userId,
          label,
          token_hash: hashToken(token),
          password_hash,
          expires_at,
          allows_internal: actor.can('content.set_internal'),
          include_children,
          allows_others: acting.can('content.edit_any'),
          created_at: new Date(),
        })
        .execute();
      await this.audit.record({
        actor,
        action: 'share_link.created',
        subject: { type: 'share_link', id },
        after: { title: item.title, item_type: kind, item_id: item.id, label, expires_at, include_children },
      });
    });
    return { id, url: `${this.config.publicUrl}/s/${token}` };
  }

  /** @throws 403, 404 */
  async list(actor: Actor, kind: ContentKind, idOrSlug: string): Promise<ShareLinkResponse[]> {
    const item = await this.itemsQueries.resolve(kind, idOrSlug, actor);
    await this.items.requireEditable(actor, item);
    return this.queries.list(item.id);
  }

  /** For the author of the item, for editors, and for the creator of the link. @throws 403, 404 */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const link = await this.queries.findRevocable(actor, id);
      if (!link) throw notFound('shareLink');
      if (link.creator_id !== actor.id) await this.items.requireEditable(actor, link);
      await this.database.db.deleteFrom('share_links').where('id', '=', id).execute();
      const { title, kind: item_type, item_id, label, expires_at } = link;
      await this.audit.record({
        actor,
        action: 'share_link.revoked',
        subject: { type: 'share_link', id },
        before: { title, item_type, item_id, label, expires_at },
      });
    });
  }

  private async requireShareable(actor: Actor, item: ItemFacts & Pick<Item, 'visibility'>): Promise<void> {
    if (!canShare(actor, item)) throw await missingPermission(this.permissions, actor, 'content.set_internal');
  }

  private async requireRoom({ id }: Item): Promise<void> {
    const { n } = await this.database.db
      .selectFrom('share_links')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('item_id', '=', id)
      .executeTakeFirstOrThrow();
    if (n >= SHARE_LINKS_MAX)
      throw conflict('too_many_share_links', (texts) => texts.content.tooManyShareLinks(SHARE_LINKS_MAX));
  }
}

/** @throws 400 unless it is in the future */
function readExpiry(text: string | null | undefined): Date | null {
  if (text === null || text === undefined) return null;
  const time = new Date(text);
  if (time <= new Date()) throw invalid([{ field: 'expires_at', message: (texts) => texts.content.expiryPast }]);
  return time;
}
