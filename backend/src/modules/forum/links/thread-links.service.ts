import { Injectable } from '@nestjs/common';
import { formatDate } from '@hub/shared/formats';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { ContentFacade, type ContentKind, type VisibleCaption } from '../../content/index.js';
import type { PostDocumentResponse } from '../posts/posts.dto.js';
import { ForumRepository } from '../repositories/forum.repository.js';
import { postPath } from '../shared/forum-limits.js';
import { QueryCache } from '../../../platform/cache/query-cache.js';

interface PostDocument {
  isNew: boolean;
  document: PostDocumentResponse;
}

/** A document or video that a new thread is about. */
export interface AboutItem {
  item_type: ContentKind;
  item_id: string;
  second?: number | null;
}

/** A post of which a document is made. */
interface SourcePost {
  content: string;
  author_name: string;
  thread_id: string;
  thread_title: string;
  number: number;
  created_at: Date;
}

/** Links threads to the documents and videos that they are about, and makes documents of posts. */
@Injectable()
export class ThreadLinksService {
  constructor(
    private readonly database: Database,
    private readonly forum: ForumRepository,
    private readonly content: ContentFacade,
    private readonly cache: QueryCache,
  ) {}

  /**
   * The thread is about the item. Joins the caller's transaction.
   * @throws 400 when the item is missing or the actor may not see it
   */
  async addDiscussion(actor: Actor, thread_id: string, { item_type, item_id, second }: AboutItem): Promise<void> {
    const item = (await this.content.visibleCaptions([item_id], actor)).get(item_id);
    if (item?.kind !== item_type)
      throw invalid([{ field: 'about', message: (texts) => texts.errors.notFound(texts.things[item_type]) }]);
    await this.database.db
      .insertInto('content_threads')
      .values({ item_id, thread_id, kind: 'DISCUSSION', second })
      .execute();
    this.cache.invalidate();
  }

  /** The document was made of the post. Joins the caller's transaction. */
  async addSource(item_id: string, thread_id: string, post_id: string): Promise<void> {
    await this.database.db
      .insertInto('content_threads')
      .values({ item_id, thread_id, kind: 'SOURCE', post_id })
      .execute();
    this.cache.invalidate();
  }

  /** One document per user and post. @throws 404, 409 post_hidden */
  async createDocument(actor: Actor, postId: string): Promise<PostDocument> {
    const parsed = await this.content.prepareDocument(await this.getMarkdown(postId));
    return this.database.transaction(async () => {
      // A second request of the same user waits here, and then finds the document of the first.
      const { thread, post } = await this.forum.lockPost(actor, postId);
      const existing = await this.findOwnDocument(actor, postId);
      if (existing) return { isNew: false, document: toResponse(existing) };
      if (post.is_hidden || thread.is_hidden) throw conflict('post_hidden', (texts) => texts.forum.postHidden);
      const content = await this.getMarkdown(postId);
      const draft = { title: thread.title, content, tags: thread.tags };
      const created = await this.content.createDraft(actor, draft, parsed);
      await this.addSource(created.id, thread.id, postId);
      return { isNew: true, document: toResponse(created) };
    });
  }

  /** The document that the actor has made of the post before. */
  private async findOwnDocument(actor: Actor, postId: string): Promise<VisibleCaption | undefined> {
    const rows = await this.database.db
      .selectFrom('content_threads')
      .select('item_id')
      .where('post_id', '=', postId)
      .orderBy('item_id')
      .execute();
    const ids = rows.map(({ item_id }) => item_id);
    const documents = await this.content.visibleCaptions(ids, actor);
    return [...documents.values()].find(({ authorId }) => authorId === actor.id);
  }

  private async getMarkdown(postId: string): Promise<string> {
    if (!isId(postId)) throw notFound('post');
    const post = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .innerJoin('people as a', 'a.id', 'p.author_id')
      .select(['p.content', 'p.number', 'p.created_at', 'p.thread_id'])
      .select(['a.name as author_name', 't.title as thread_title'])
      .where('p.id', '=', postId)
      .executeTakeFirst();
    if (!post) throw notFound('post');
    return withSourceLine(post);
  }
}

const toResponse = ({ id, slug, title }: VisibleCaption): PostDocumentResponse => ({ id, slug, title });

/** Escapes what Markdown would read as formatting, a link or HTML. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>&~|$!]/g, String.raw`\$&`);

/** The Markdown of a document that is made of a post: its text, and a line that says where it comes from. */
export function withSourceLine(post: SourcePost): string {
  const kind = post.number > 1 ? 'answer' : 'question';
  const thread = `[${escapeMarkdown(post.thread_title)}](${postPath(post.thread_id, post.number)})`;
  const author = escapeMarkdown(post.author_name);
  const day = formatDate(post.created_at.toISOString(), 'UTC');
  const line = `From the ${kind} by ${author} in the thread ${thread}, ${day}`;
  return `${post.content.trimEnd()}\n\n---\n\n${line}\n`;
}
