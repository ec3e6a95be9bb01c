import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';
import {
  canSee,
  isNotTrashed,
  isOpenTo,
  isPublic,
  isUsableTemplate,
  selectAudience,
  selectItemCategory,
  type ContentKind,
  contentKinds,
} from '../audience/audience.js';
import {
  type ModeratedCaption,
  type ModeratedSubject,
  ModerationRegistry,
} from '../../../platform/moderation/moderation-registry.js';
import { itemPath, selectItemPath, ItemsQueries } from './items.queries.js';
import { ItemsService } from './items.service.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { type ListedPage, type Publication, Publications } from '../../../platform/web/sitemaps.js';

/**
 * Registers items with the platform: who may see them, how moderation hides and restores them, and which of them are
 * listed in feeds and for search engines.
 */
@Injectable()
export class ItemRegistrar {
  constructor(
    private readonly database: Database,
    private readonly reader: DatabaseReader,
    private readonly items: ItemsService,
    private readonly queries: ItemsQueries,
    visibility: VisibilityRegistry,
    moderation: ModerationRegistry,
    publications: Publications,
  ) {
    for (const kind of contentKinds) {
      visibility.register(kind, {
        findVisible: (actor, ids) => this.findVisible(kind, actor, ids),
        isVisible: (id, actor) => sql`exists (
          select 1 from content_items i
          where i.id = ${id} and i.kind = ${sql.lit(kind)} and ${isOpenTo(actor, 'i')})`,
        filterViewers: (id, actors) => this.filterViewers(kind, id, actors),
      });
      moderation.register(kind, {
        lock: (id) => this.lock(kind, id),
        hide: (id) => this.setHidden(kind, id, new Date()),
        restore: (id) => this.setHidden(kind, id, null),
        findCaption: (id) => this.findCaption(id),
        findExisting: (ids) => this.findExisting(kind, ids),
        selectDescription: (id) => sql`
          select i.title, ${selectItemPath('i')} as path, i.author_id, i.summary as text, i.version, i.hidden_at
          from content_items i where i.id = ${id} and i.kind = ${sql.lit(kind)} and ${isNotTrashed('i')}`,
        selectCategory: (id) => sql`(select i.category_id from content_items i where i.id = ${id})`,
        selectHidden: () => sql`
          select i.id, i.hidden_at from content_items i
          where i.kind = ${sql.lit(kind)} and i.hidden_at is not null and ${isNotTrashed('i')}`,
      });
      publications.add({
        name: `${kind}s`,
        ...(kind === 'document' && { textPath: (path: string) => `${path}.md` }),
        listNewest: (limit) => this.listNewest(kind, limit),
        findFirstId: () => this.findFirstId(kind),
        listPages: (range) => this.listPages(kind, range),
      });
    }
  }

  private async findVisible(kind: ContentKind, actor: Actor, ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', isPublic('i').as('is_public')])
      .where('i.kind', '=', kind)
      .where('i.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where(sql<boolean>`(${isOpenTo(actor, 'i')} or ${isUsableTemplate(actor, 'i')})`)
      .execute();
    return {
      visible: new Set(rows.map((row) => row.id)),
      public: new Set(rows.filter((row) => row.is_public).map((row) => row.id)),
    };
  }

  private async filterViewers(kind: ContentKind, id: string, actors: readonly Actor[]): Promise<Actor[]> {
    const item = await this.database.db
      .selectFrom('content_items as i')
      .select(['i.author_id', selectAudience('i').as('audience'), selectItemCategory('i').as('category')])
      .where('i.id', '=', id)
      .where('i.kind', '=', kind)
      .where(isNotTrashed('i'))
      .executeTakeFirst();
    if (!item) return [];
    const { author_id: authorId, audience, category } = item;
    return actors.filter((actor) => canSee(actor, { authorId, audience, category }));
  }

  private lock(kind: ContentKind, id: string): Promise<ModeratedSubject | undefined> {
    return this.database.db
      .selectFrom('content_items as i')
      .select(['i.id', 'i.author_id as authorId', sql<boolean>`i.hidden_at is not null`.as('isHidden')])
      .where('i.id', '=', id)
      .where('i.kind', '=', kind)
      .where(isNotTrashed('i'))
      .forUpdate()
      .executeTakeFirst();
  }

  private async setHidden(kind: ContentKind, id: string, hiddenAt: Date | null): Promise<void> {
    await this.database.transaction(() => this.items.setHidden({ kind, id }, hiddenAt));
  }

  private async findCaption(id: string): Promise<ModeratedCaption | undefined> {
    const item = await this.queries.findCaption(id);
    return item && { title: item.title, path: itemPath(item) };
  }

  private async findExisting(kind: ContentKind, ids: readonly string[]): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('content_items')
      .select('id')
      .where('kind', '=', kind)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where(isNotTrashed('content_items'))
      .execute();
    return new Set(rows.map((row) => row.id));
  }

  private async listNewest(kind: ContentKind, limit: number): Promise<Publication[]> {
    const { rows } = await sql<Omit<Publication, 'path'> & { slug: string }>`
      select i.id, i.slug, i.title, i.summary, p.name as "authorName", i.published_at as "publishedAt",
             coalesce(i.updated_at, i.published_at) as "changedAt"
      from content_items i join people p on p.id = i.author_id
      where i.kind = ${sql.lit(kind)} and ${isPublic('i')}
      order by i.published_at desc, i.id desc limit ${limit}`.execute(this.reader.db);
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind, slug }) }));
  }

  private async findFirstId(kind: ContentKind): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select i.id from content_items i where i.kind = ${sql.lit(kind)} and ${isPublic('i')}
      order by i.id limit 1`.execute(this.reader.db);
    return rows[0]?.id;
  }

  private async listPages(
    kind: ContentKind,
    { after, before, limit }: { after: string; before: string; limit: number },
  ): Promise<ListedPage[]> {
    const { rows } = await sql<{ id: string; slug: string; changedAt: Date }>`
      select i.id, i.slug, coalesce(i.updated_at, i.published_at) as "changedAt"
      from content_items i
      where i.kind = ${sql.lit(kind)} and ${isPublic('i')} and i.id > ${after} and i.id < ${before}
      order by i.id limit ${limit}`.execute(this.reader.db);
    return rows.map(({ slug, ...row }) => ({ ...row, path: itemPath({ kind, slug }) }));
  }
}
