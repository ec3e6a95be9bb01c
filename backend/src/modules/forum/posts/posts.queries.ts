import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { POSTS_PER_PAGE, getPostPage } from '@hub/shared/thread-pages';
import { Actor } from '../../../platform/access/actor.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';
import { Config } from '../../../platform/config/config.js';
import { DatabaseReader } from '../../../platform/database/database-reader.js';
import { prepared } from '../../../platform/database/prepared.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import {
  canDeletePost,
  canEditPost,
  canMakeDocument,
  canSeeAllEdits,
  canSeeHidden,
  canWriteIn,
  type ThreadState,
} from '../shared/forum.policy.js';
import type { PostReactionType } from '../shared/forum-limits.js';
import { ContentFacade, type VisibleCaption } from '../../content/index.js';
import { type CategoryScope, selectCategoryScope } from '../../auth/index.js';
import {
  canReadIn,
  currentThread,
  isPostShown,
  isShownWithin,
  isThreadShown,
  prepareActor,
  type PreparedActor,
  selectScope,
} from '../shared/forum-visibility.js';
import type {
  MovedPostResponse,
  PostEditResponse,
  PostListResponse,
  PostPlaceResponse,
  PostResponse,
} from './posts.dto.js';
import type { Row } from '../../../schema/index.js';
import { addApiPrefix } from '../../../platform/files/file-url.js';

type PostColumn =
  | 'id'
  | 'thread_id'
  | 'number'
  | 'content'
  | 'created_at'
  | 'edited_at'
  | 'edited_by_moderator'
  | 'author_id'
  | 'like_count'
  | 'helpful_count';

interface PostRow extends Pick<Row<'forum_posts'>, PostColumn> {
  is_deleted: boolean;
  is_hidden: boolean;
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
  own_reactions: PostReactionType[];
  document_ids: string[];
}

/** The columns of a thread on which the content and abilities of its posts depend. */
interface PostedThread extends ThreadState {
  solution_post_id: string | null;
}

/** The reader of posts, with the documents made of the posts that the reader may see. */
interface PostReader {
  actor: Actor;
  documents: Map<string, VisibleCaption>;
  apiPrefix: string;
}

type AuthorFields = Pick<PostResponse, Extract<keyof PostResponse, `author_${string}`> | 'show_role_badge'>;

interface ThreadRow extends PostedThread {
  id: string;
  last_number: number;
  post_count: number;
  moved: MovedPost[];
}

interface MovedPost extends MovedPostResponse {
  /** of the thread where it is now */
  scope: CategoryScope | null;
}

interface PostsPage {
  thread: ThreadRow;
  rows: PostRow[];
}

const MAX_EDITS = 100;
const NUMBER = /^[1-9]\d{0,8}$/;
/** Longer pages are not cached, in characters. */
const MAX_CACHED_LENGTH = 50_000;

/**
 * A page of a thread, or of its merge target, without its posts. Whether the reader may read in the categories is
 * checked by their groups, since readers share the page.
 */
const findThread = prepared<PreparedActor & { id: string; first: number; last: number }, ThreadRow>(
  (_db, values) => sql<ThreadRow>`
    select t.id, t.author_id, t.is_locked, t.hidden_at is not null as is_hidden, t.last_number, t.post_count,
           t.solution_post_id, ${selectCategoryScope('t.category_id')} as scope, (
             select coalesce(json_agg(json_build_object('number', m.number,
                      'scope', ${selectCategoryScope('n.category_id')}, 'moved_to',
                      case when ${isShownWithin(values, 'p', 'n')} and ${isShownWithin(values, 'n', 'n')} then
                        json_build_object('thread_id', n.id, 'title', n.title, 'number', p.number)
                      end) order by m.number), '[]')
             from forum_moved_posts m
             join forum_posts p on p.id = m.post_id
             join forum_threads n on n.id = p.thread_id
             where m.thread_id = t.id and m.number between ${values.first} and ${values.last}
           ) as moved
    from forum_threads t
    where t.id = ${currentThread(values.id)} and ${isShownWithin(values, 't')}`,
);

/** @param me id of the user, null for guests */
const selectPosts = (me: RawBuilder<string | null>, condition: RawBuilder<unknown>) => sql<PostRow>`
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
  left join people qa on qa.id = q.author_id
  where ${condition}`;

const findPosts = prepared<{ thread_id: string; first: number; last: number }, PostRow>((_db, values) =>
  selectPosts(
    sql.lit(null),
    sql`p.thread_id = ${values.thread_id} and p.number between ${values.first} and ${values.last} order by p.number`,
  ),
);

const findPost = prepared<PreparedActor & { id: string }, PostRow & { thread: PostedThread }>(
  (_db, values) => sql<PostRow & { thread: PostedThread }>`
    select x.*, json_build_object('author_id', t.author_id, 'is_locked', t.is_locked,
             'is_hidden', t.hidden_at is not null, 'solution_post_id', t.solution_post_id,
             'scope', ${selectCategoryScope('t.category_id')}) as thread
    from (${selectPosts(values.me, sql`p.id = ${values.id}`)}) x
    join forum_threads t on t.id = x.thread_id and ${isThreadShown(values)}`,
);

@Injectable()
export class PostsQueries {
  constructor(
    private readonly database: DatabaseReader,
    private readonly cache: QueryCache,
    private readonly config: Config,
    private readonly content: ContentFacade,
  ) {}

  /** The posts of a page, by their numbers. @throws 404 when the thread is missing or not visible to the actor */
  async list(actor: Actor, threadId: string, page = 1): Promise<PostListResponse> {
    const found = isId(threadId) ? await this.findPage(actor, threadId, page) : undefined;
    if (!found) throw notFound('thread');
    const { thread, rows } = found;
    const reactions = await this.findOwnReactions(actor, rows);
    const reader = await this.toReader(actor, rows, thread);
    return {
      posts: rows.map((row) => toPost({ ...row, own_reactions: reactions.get(row.id) ?? [] }, thread, reader)),
      moved: thread.moved.map(({ number, moved_to, scope }) => ({
        number,
        moved_to: canReadIn(actor, { scope }) ? moved_to : null,
      })),
      page,
      pages: getPostPage(thread.last_number),
      total: thread.post_count,
    };
  }

  /** @throws 404 when it is missing or not visible to the actor */
  async get(actor: Actor, id: string): Promise<PostResponse> {
    const [row] = isId(id) ? await findPost(this.database.db, { ...prepareActor(actor), id }) : [];
    if (!row || !hasContent(row, row.thread, actor)) throw notFound('post');
    return toPost(row, row.thread, await this.toReader(actor, [row], row.thread));
  }

  /**
   * The former texts of a post that the actor may see, the newest first. A text that a moderator replaced, and those
   * before it, may contain what had to go.
   * @throws 404 when the actor may not see the post
   */
  async listEdits(actor: Actor, id: string): Promise<PostEditResponse[]> {
    const { db } = this.database;
    const post = isId(id)
      ? await db
          .selectFrom('forum_posts as p')
          .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
          .select(['p.id', 'p.author_id', selectScope()])
          .where('p.id', '=', id)
          .where(isPostShown(actor))
          .executeTakeFirst()
      : undefined;
    if (!post) throw notFound('post');
    const rows = await db
      .selectFrom('post_edits as e')
      .innerJoin('people as a', 'a.id', 'e.editor_id')
      .select(['e.id', 'e.content', 'e.editor_id', 'a.name as editor_name', 'e.created_at'])
      .where('e.post_id', '=', post.id)
      .$if(!canSeeAllEdits(actor, post, post), (edits) =>
        edits.where(sql<boolean>`not exists (
          select 1 from post_edits m where m.post_id = e.post_id and m.id >= e.id and m.editor_id <> ${post.author_id}
        )`),
      )
      .orderBy('e.id', 'desc')
      .limit(sql.lit(MAX_EDITS))
      .execute();
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }

  /** Finds a post by the number that it has or had in a thread. @throws 404 when it is missing or not visible */
  async getPlace(actor: Actor, threadId: string, number: string): Promise<PostPlaceResponse> {
    const found =
      isId(threadId) && NUMBER.test(number)
        ? await sql<PostPlaceResponse>`
            select p.id, p.thread_id, p.number
            from (
              select o.id from forum_posts o where o.thread_id = ${threadId} and o.number = ${number}::int
              union
              select m.post_id from forum_moved_posts m where m.thread_id = ${threadId} and m.number = ${number}::int
            ) found
            join forum_posts p on p.id = found.id
            join forum_threads t on t.id = p.thread_id
            where ${isPostShown(actor)}`.execute(this.database.db)
        : undefined;
    const place = found?.rows[0];
    if (!place) throw notFound('post');
    return place;
  }

  /** A page that guests see too, or would without limits, is shared; others are read for the actor. */
  private async findPage(actor: Actor, threadId: string, page: number): Promise<PostsPage | undefined> {
    const shared = await this.cache.read(
      `posts ${threadId} ${page}`,
      () => this.loadPage(Actor.guest, threadId, page),
      (found) => !!found && found.rows.reduce((length, { content }) => length + content.length, 0) <= MAX_CACHED_LENGTH,
    );
    // Some users see where a post went that guests do not see.
    const isSame = shared?.thread.moved.every(({ moved_to }) => moved_to);
    const found = actor.isGuest || isSame ? shared : await this.loadPage(actor, threadId, page);
    return found && canReadIn(actor, found.thread) ? found : undefined;
  }

  private async loadPage(actor: Actor, threadId: string, page: number): Promise<PostsPage | undefined> {
    const [first, last] = [(page - 1) * POSTS_PER_PAGE + 1, page * POSTS_PER_PAGE];
    const { db } = this.database;
    const [thread] = await findThread(db, { ...prepareActor(actor), id: threadId, first, last });
    return thread && { thread, rows: await findPosts(db, { thread_id: thread.id, first, last }) };
  }

  private async findOwnReactions(
    actor: Actor,
    posts: readonly PostRow[],
  ): Promise<ReadonlyMap<string, PostReactionType[]>> {
    const reacted = posts.filter(({ like_count, helpful_count }) => like_count + helpful_count > 0);
    if (!actor.id || !reacted.length) return new Map();
    const ids = reacted.map(({ id }) => id);
    const rows = await this.database.db
      .selectFrom('post_reactions as o')
      .select(['o.post_id', sql<PostReactionType[]>`json_agg(o.type order by o.type desc)`.as('types')])
      .where(sql<boolean>`o.post_id = any(${ids}::uuid[])`)
      .where('o.user_id', '=', actor.id)
      .groupBy('o.post_id')
      .execute();
    return new Map(rows.map(({ post_id, types }) => [post_id, types]));
  }

  private async toReader(actor: Actor, rows: readonly PostRow[], thread: PostedThread): Promise<PostReader> {
    const ids = rows.filter((row) => hasContent(row, thread, actor)).flatMap(({ document_ids }) => document_ids);
    return { actor, documents: await this.content.visibleCaptions(ids, actor), apiPrefix: this.config.env.API_PREFIX };
  }
}

/** A placeholder does not say who wrote it. */
const noAuthor: AuthorFields = {
  author_id: null,
  author_name: '',
  author_handle: '',
  author_avatar: null,
  author_role: '',
  author_location: '',
  author_post_count: 0,
  author_join_date: null,
  author_signature: '',
  show_role_badge: false,
};

/** Whether the reader sees more than a placeholder. */
const hasContent = (row: PostRow, thread: PostedThread, actor: Actor): boolean =>
  !row.is_deleted && (!row.is_hidden || canSeeHidden(actor, row, thread));

const toAuthor = (row: PostRow, apiPrefix: string): AuthorFields => ({
  author_id: row.author_id,
  author_name: row.author_name,
  author_handle: row.author_handle,
  author_avatar: addApiPrefix(apiPrefix, row.author_avatar),
  author_role: row.author_role,
  author_location: row.author_location,
  author_post_count: row.author_post_count,
  author_join_date: row.author_join_date.toISOString(),
  author_signature: row.author_signature,
  show_role_badge: row.show_role_badge,
});

function toPost(row: PostRow, thread: PostedThread, { actor, documents, apiPrefix }: PostReader): PostResponse {
  const shown = hasContent(row, thread, actor);
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
    ...(shown ? toAuthor(row, apiPrefix) : noAuthor),
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
        delete: row.number > 1 && canDeletePost(actor, row, thread),
        react: shown && actor.can('reactions.create') && canWriteIn(actor, thread),
        make_document: shown && canMakeDocument(actor, row, thread),
      },
    }),
  };
}
