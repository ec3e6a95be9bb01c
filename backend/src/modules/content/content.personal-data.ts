import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../platform/database/database.js';
import { type ExportSection, PersonalData } from '../../platform/personal-data/personal-data.js';
import { UsersFacade } from '../auth/index.js';
import { CommentTrashService } from './engagement/comments/comment-trash.service.js';
import { ItemTrashService } from './items/item-trash.service.js';
import { counterColumns, reactionTypes, reputationReactions } from './items/item.js';

const sections: ExportSection[] = [
  {
    name: 'comments',
    description: 'Comments on documents and videos; erased accounts keep them as "Former member"',
    select: (id) => sql`
      select c.id as cursor, c.id, c.item_id, c.parent_id, c.content, c.created_at, c.edited_at, c.deleted_at,
             c.hidden_at
      from comments c where c.author_id = ${id}::uuid`,
  },
  {
    name: 'reactions',
    description: 'Reactions to documents and videos, bookmarks among them',
    select: (id) => sql`
      select r.id as cursor, r.item_id, r.type, r.created_at from reactions r where r.user_id = ${id}::uuid`,
  },
  {
    name: 'views',
    description: 'Documents and videos that the user opened during the last days',
    select: (id) => sql`
      select v.item_id || ' ' || v.day as cursor, v.item_id, v.day
      from view_days v where v.viewer_key = ${id}::uuid::text`,
  },
  {
    name: 'watch_positions',
    description: 'Where the user stopped watching videos',
    select: (id) => sql`
      select w.video_id as cursor, w.video_id, w.seconds, w.updated_at
      from watch_positions w where w.user_id = ${id}::uuid`,
  },
  {
    name: 'share_links',
    description: 'Links that the user made to share documents and videos; they end with the account',
    select: (id) => sql`
      select l.id as cursor, l.id, l.item_id, l.label, l.password_hash is not null as has_password, l.include_children,
             l.expires_at, l.opens, l.last_opened_at, l.created_at
      from share_links l where l.creator_id = ${id}::uuid`,
  },
  {
    name: 'content_progress',
    description: 'Documents and videos that the user has read or watched to the end',
    select: (id) => sql`
      select d.item_id as cursor, d.item_id, d.done_at from content_progress d where d.user_id = ${id}::uuid`,
  },
  {
    name: 'documents',
    description: 'Documents by the user',
    select: (id) => sql`
      select i.id as cursor, i.id, i.slug, i.title, i.summary, d.content, i.tags,
             coalesce(i.deleted_status, i.status) as status, i.visibility,
             i.difficulty, i.meta_title, i.meta_description, i.version, i.created_at, i.updated_at,
             i.published_at, i.hidden_at, i.deleted_at
      from content_items i join documents d on d.item_id = i.id where i.author_id = ${id}::uuid`,
  },
  {
    name: 'videos',
    description: 'Videos by the user; their files are among the files of the hub',
    select: (id) => sql`
      select i.id as cursor, i.id, i.slug, i.title, i.summary, v.description, v.transcript, v.chapters,
             (select c.vtt from video_captions c where c.video_id = i.id) as captions,
             i.tags, coalesce(i.deleted_status, i.status) as status, i.visibility, i.difficulty, v.source_type,
             v.source_url, v.original_name, v.duration_sec, i.created_at, i.updated_at, i.published_at, i.hidden_at,
             i.deleted_at
      from content_items i join videos v on v.item_id = i.id where i.author_id = ${id}::uuid`,
  },
  {
    name: 'document_revisions',
    description: 'Texts of documents that the user saved',
    select: (id) => sql`
      select r.id as cursor, r.id, r.item_id, r.version, r.state, r.note, r.snapshot, r.created_at
      from document_revisions r where r.author_id = ${id}::uuid`,
  },
  {
    name: 'document_reviews',
    description: 'Edits of documents that the user reviewed',
    select: (id) => sql`
      select r.id as cursor, r.id as revision_id, r.item_id, r.state, r.review_note, r.reviewed_at
      from document_revisions r where r.reviewer_id = ${id}::uuid`,
  },
  {
    name: 'video_reviews',
    description: 'Videos that the user reviewed',
    select: (id) => sql`
      select v.item_id as cursor, v.item_id, v.review_note, v.reviewed_at
      from videos v where v.reviewer_id = ${id}::uuid`,
  },
];

const columns = reactionTypes.map((type) => ({ type, column: counterColumns[type] }));
const typeCounts = columns.map(({ type, column }) => `(count(*) filter (where type = '${type}'))::int as ${column}`);
const points = columns.filter(({ type }) => reputationReactions.includes(type)).map(({ column }) => `c.${column}`);

/** Deletes all reactions of a user with their counts; returns what the authors of the items lose. */
const deleteReactions = (userId: string) => sql<{ author_id: string; points: number }>`
  with gone as (
    delete from reactions where user_id = ${userId} returning item_id, type
  ), counted as (
    select item_id, ${sql.raw(typeCounts.join(', '))}
    from gone group by item_id
  ), changed as (
    update content_items i
    set ${sql.raw(columns.map(({ column }) => `${column} = i.${column} - c.${column}`).join(', '))}
    from counted c where i.id = c.item_id
    returning i.author_id, i.hidden_at is null and i.deleted_at is null as counts,
      ${sql.raw(points.join(' + '))} as points
  )
  select author_id, sum(points)::int as points from changed where counts and author_id <> ${userId} group by author_id`;

/**
 * What users have written, reviewed and done with documents and videos. Erased accounts keep what they have written as
 * "Former member", except in the trash.
 */
@Injectable()
export class ContentPersonalData {
  constructor(
    private readonly database: Database,
    private readonly users: UsersFacade,
    private readonly trash: ItemTrashService,
    private readonly commentTrash: CommentTrashService,
    personalData: PersonalData,
  ) {
    personalData.register({ sections, erase: ({ id }) => this.erase(id) });
  }

  private async erase(userId: string): Promise<void> {
    const { db } = this.database;
    await this.trash.purgeByAuthor(userId);
    await this.commentTrash.purgeByAuthor(userId);
    await db
      .selectFrom('content_items as i')
      .select('i.id')
      .where('i.id', 'in', (eb) => eb.selectFrom('reactions as r').select('r.item_id').where('r.user_id', '=', userId))
      .orderBy('i.id')
      .forUpdate()
      .execute();
    const { rows: lost } = await deleteReactions(userId).execute(db);
    await db.deleteFrom('content_progress').where('user_id', '=', userId).execute();
    await db.deleteFrom('watch_positions').where('user_id', '=', userId).execute();
    await db.deleteFrom('share_links').where('creator_id', '=', userId).execute();
    // The views stay counted.
    await db.deleteFrom('view_days').where('viewer_key', '=', userId).execute();
    this.database.beforeCommit(() =>
      this.users.addReputations(new Map(lost.map(({ author_id, points: by }) => [author_id, -by]))),
    );
  }
}
