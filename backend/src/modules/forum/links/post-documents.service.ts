import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { conflict, notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { ContentFacade, type VisibleCaption } from '../../content/index.js';
import type { PostDocumentResponse } from '../posts/posts.dto.js';
import { ContentThreads } from '../repositories/content-threads.js';
import { PostsRepository } from '../repositories/posts.repository.js';
import { withSourceLine } from './source-line.js';

interface PostDocument {
  isNew: boolean;
  document: PostDocumentResponse;
}

/** Makes drafts of documents of posts. */
@Injectable()
export class PostDocumentsService {
  constructor(
    private readonly database: Database,
    private readonly posts: PostsRepository,
    private readonly links: ContentThreads,
    private readonly content: ContentFacade,
  ) {}

  /** One document per user and post. @throws 404, 409 post_hidden */
  async create(actor: Actor, postId: string): Promise<PostDocument> {
    const parsed = await this.content.parseDocument(await this.getMarkdown(postId));
    return this.database.transaction(async () => {
      // A second request of the same user waits here, and then finds the document of the first.
      const { thread, post } = await this.posts.lock(actor, postId);
      const existing = (await this.links.findDocumentsOf(actor, postId)).find(({ authorId }) => authorId === actor.id);
      if (existing) return { isNew: false, document: toResponse(existing) };
      if (post.is_hidden || thread.is_hidden) throw conflict('post_hidden', 'Hidden posts can’t become documents.');
      const content = await this.getMarkdown(postId);
      const draft = { title: thread.title, content, tags: thread.tags };
      const created = await this.content.createDraft(actor, draft, parsed);
      await this.links.addSource(created.id, thread.id, postId);
      return { isNew: true, document: toResponse(created) };
    });
  }

  private async getMarkdown(postId: string): Promise<string> {
    if (!isId(postId)) throw notFound('This post');
    const post = await this.database.db
      .selectFrom('forum_posts as p')
      .innerJoin('forum_threads as t', 't.id', 'p.thread_id')
      .innerJoin('people as a', 'a.id', 'p.author_id')
      .select(['p.content', 'p.number', 'p.created_at', 'p.thread_id'])
      .select(['a.name as author_name', 't.title as thread_title'])
      .where('p.id', '=', postId)
      .executeTakeFirst();
    if (!post) throw notFound('This post');
    return withSourceLine(post);
  }
}

const toResponse = ({ id, slug, title }: VisibleCaption): PostDocumentResponse => ({ id, slug, title });
