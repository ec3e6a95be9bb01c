import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { canDeletePost, canEditPost, canMakeDocument, canSeeHidden, type ThreadState } from '../forum.policy.js';
import { pageOfPost, POSTS_PER_PAGE } from '../forum-limits.js';
import { ContentThreads } from '../repositories/content-threads.js';
import { currentThread, postVisibleTo, threadVisibleTo, visibilityParameters } from '../forum-visibility.js';
import type { PostReactionType } from './post-reactions.service.js';
import type { MovedPostResponse, PostEditResponse, PostListResponse, PostResponse } from './posts.dto.js';

interface PostRow {
  id: string;
  thread_id: string;
  number: number;
  content: string;
  created_at: Date;
  edited_at: Date | null;
  edited_by_moderator: boolean;
  is_deleted: boolean;
  is_hidden: boolean;
  author_id: string;
  author_name: string;
  author_handle: string;
  /** below the API's prefix */
  author_avatar: string | null;
  author_role: string;
  author_location: string;
  author_post_count: number;
  author_join_date: Date;
  author_signature: string;
  show_role_badge: boolean;
  reply_to: PostResponse['reply_to'];
  mentions: PostResponse['mentions'];
  like_count: number;
  helpful_count: number;
  own_reactions: PostReactionType[];
  document_ids: string[];
}

interface ThreadRow extends ThreadState {
  id: string;
  last_number: number;
  post_count: number;
  solution_post_id: string | null;
  moved: MovedPostResponse[];
}

type Documents = Awaited<ReturnType<ContentThreads['findItems']>>;

const MAX_EDITS = 100;

const isShown = (row: PostRow, actor: Actor): boolean =>
  !row.is_deleted && (!row.is_hidden || canSeeHidden(actor, row));

/** SQL: the posts that had numbers from $4 to $5 of the thread t. Where to is told of visible ones only. */
const movedPosts = `(
  select coalesce(json_agg(json_build_object('number', m.number, 'moved_to',
           case when ${postVisibleTo('p', 'n', { me: '$1', seesHidden: '$2' })} then
             json_build_object('thread_id', n.id, 'title', n.title, 'number', p.number)
           end) order by m.number), '[]')
  from forum_moved_posts m
  join forum_posts p on p.id = m.post_id
  join forum_threads n on n.id = p.thread_id
  where m.thread_id = t.id and m.number between $4 and $5
)`;

/** @param me SQL parameter for the id of the user, null for guests */
const select = (me: string): string => `
  select p.id, p.thread_id, p.number, p.content, p.created_at, p.edited_at, p.edited_by_moderator,
         p.deleted_at is not null as is_deleted, p.hidden_at is not null as is_hidden, p.author_id,
         a.name as author_name, a.handle as author_handle, a.avatar_url as author_avatar, a.role as author_role,
         a.location as author_location, a.post_count as author_post_count, a.join_date as author_join_date,
         a.signature as author_signature, a.show_role_badge, p.like_count, p.helpful_count,
         case when q.id is not null then
           json_build_object('id', q.id, 'number', q.number, 'author_name', qa.name)
         end as reply_to,
         (
           select coalesce(
                    json_agg(json_build_object('id', m.id, 'name', m.name, 'handle', m.handle) order by m.id), '[]'
                  )
           from people m where m.id = any(p.mentioned)
         ) as mentions,
         (
           select coalesce(json_agg(o.type order by o.type desc), '[]') from post_reactions o
           where o.post_id = p.id and o.user_id = ${me}::uuid
         ) as own_reactions,
         array(select ct.item_id from content_threads ct where ct.post_id = p.id order by ct.item_id) as document_ids
  from forum_posts p
  join people a on a.id = p.author_id
  left join forum_posts q on q.id = p.reply_to_id and q.deleted_at is null and q.hidden_at is null
  left join people qa on qa.id = q.author_id`;

@Injectable()
export class PostsQueries {
  constructor(
    private readonly database: Database,
    private readonly config: Config,
    private readonly links: ContentThreads,
  ) {}

  /** The posts of a page, by their numbers. @throws 404 when the thread is missing or not visible to the actor */
  async list(actor: Actor, threadId: string, page = 1): Promise<PostListResponse> {
    const [first, last] = [(page - 1) * POSTS_PER_PAGE + 1, page * POSTS_PER_PAGE];
    const thread = await this.getThread(actor, threadId, [first, last]);
    const rows = await this.database.query<PostRow>(
      `${select('$4')} where p.thread_id = $1 and p.number between $2 and $3 order by p.number`,
      [thread.id, first, last, actor.id],
    );
    const documents = await this.findDocuments(rows, actor);
    return {
      posts: rows.map((row) => this.toPost(row, thread, actor, documents)),
      moved: thread.moved,
      page,
      pages: pageOfPost(thread.last_number),
      total: thread.post_count,
    };
  }

  /** @throws 404 when it is missing or not visible to the actor */
  async get(actor: Actor, id: string): Promise<PostResponse> {
    const row = isId(id)
      ? await this.database.one<PostRow>(`${select('$2')} where p.id = $1`, [id, actor.id])
      : undefined;
    if (!row || row.is_deleted || (row.is_hidden && !canSeeHidden(actor, row))) throw notFound('This post');
    const thread = await this.getThread(actor, row.thread_id);
    return this.toPost(row, thread, actor, await this.findDocuments([row], actor));
  }

  /** The former texts of a post, the newest first. @throws 404 when the actor may not see the post */
  async listEdits(actor: Actor, id: string): Promise<PostEditResponse[]> {
    const found =
      isId(id) &&
      (await this.database.one(
        `select p.id from forum_posts p join forum_threads t on t.id = p.thread_id
         where p.id = $3 and ${postVisibleTo('p', 't', { me: '$1', seesHidden: '$2' })}`,
        [...visibilityParameters(actor), id],
      ));
    if (!found) throw notFound('This post');
    const rows = await this.database.query<Omit<PostEditResponse, 'created_at'> & { created_at: Date }>(
      `select e.id, e.content, e.editor_id, a.name as editor_name, e.created_at
       from post_edits e join people a on a.id = e.editor_id
       where e.post_id = $1 order by e.id desc limit ${MAX_EDITS}`,
      [id],
    );
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }

  /** @param range numbers, between which {@link ThreadRow.moved} are read */
  private async getThread(actor: Actor, id: string, range: [number, number] = [0, 0]): Promise<ThreadRow> {
    const thread = isId(id)
      ? await this.database.one<ThreadRow>(
          `select t.id, t.author_id, t.is_locked, t.hidden_at is not null as is_hidden, t.last_number, t.post_count,
                  t.solution_post_id, ${movedPosts} as moved
           from forum_threads t
           where t.id = ${currentThread('$3')} and ${threadVisibleTo('t', { me: '$1', seesHidden: '$2' })}`,
          [...visibilityParameters(actor), id, ...range],
        )
      : undefined;
    if (!thread) throw notFound('This thread');
    return thread;
  }

  /** Documents that were made of the posts, by id, as far as the actor may see them. */
  private findDocuments(rows: readonly PostRow[], actor: Actor): Promise<Documents> {
    return this.links.findItems(
      actor,
      rows.filter((row) => isShown(row, actor)).flatMap(({ document_ids }) => document_ids),
    );
  }

  private toPost(row: PostRow, thread: ThreadRow, actor: Actor, documents: Documents): PostResponse {
    const shown = isShown(row, actor);
    return {
      id: row.id,
      thread_id: row.thread_id,
      number: row.number,
      content: shown ? row.content : '',
      created_at: row.created_at.toISOString(),
      edited_at: shown ? (row.edited_at?.toISOString() ?? null) : null,
      edited_by_moderator: shown && row.edited_by_moderator,
      is_deleted: row.is_deleted,
      is_hidden: row.is_hidden,
      author_id: row.author_id,
      author_name: row.author_name,
      author_handle: row.author_handle,
      author_avatar: addApiPrefix(this.config.env.API_PREFIX, row.author_avatar),
      author_role: row.author_role,
      author_location: row.author_location,
      author_post_count: row.author_post_count,
      author_join_date: row.author_join_date.toISOString(),
      author_signature: row.author_signature,
      show_role_badge: row.show_role_badge,
      reply_to: shown ? row.reply_to : null,
      mentions: shown ? row.mentions : [],
      like_count: shown ? row.like_count : 0,
      helpful_count: shown ? row.helpful_count : 0,
      is_solution: shown && row.id === thread.solution_post_id,
      documents: row.document_ids.flatMap((id) => {
        const found = documents.get(id);
        return found ? [{ id, slug: found.slug, title: found.title }] : [];
      }),
      ...(!actor.isGuest && {
        own_reactions: shown ? row.own_reactions : [],
        abilities: {
          edit: canEditPost(actor, row, thread),
          delete: row.number > 1 && canDeletePost(actor, row),
          make_document: shown && canMakeDocument(actor, row, thread),
        },
      }),
    };
  }
}
