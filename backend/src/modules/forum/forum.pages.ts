import { Injectable } from '@nestjs/common';
import { Actor } from '../../platform/access/actor.js';
import { type PageHead, Pages } from '../../platform/web/pages.js';
import { plainExcerpt, getViewer } from '../content/index.js';
import { ForumCategoriesQueries } from './categories/forum-categories.queries.js';
import { threadPath } from './shared/forum-limits.js';
import { PostsQueries } from './posts/posts.queries.js';
import { ThreadOverviewQueries } from './threads/thread-overview.queries.js';
import { ThreadListQueries } from './threads/thread-list.queries.js';
import { ThreadViewCounter } from './reading/thread-view-counter.js';
import { ThreadOverviewQuery, ThreadsQuery } from './threads/threads.dto.js';
import { ThreadsQueries } from './threads/threads.queries.js';

const missingCategory: PageHead = { title: ({ pages: texts }) => texts.missingCategory, missing: true };
const missingThread: PageHead = { title: ({ pages: texts }) => texts.missingThread, missing: true };

/** The addresses of the forum in the frontend. */
@Injectable()
export class ForumPages {
  constructor(
    pages: Pages,
    categories: ForumCategoriesQueries,
    lists: ThreadListQueries,
    overview: ThreadOverviewQueries,
    threads: ThreadsQueries,
    posts: PostsQueries,
    views: ThreadViewCounter,
  ) {
    // Without the texts, because cached pages keep it.
    const countLaterViews =
      ({ id, author_id }: { id: string; author_id: string }): PageHead['recordView'] =>
      (later) => {
        views.record({ id, author_id }, getViewer(later, Actor.guest));
      };
    pages.addPublic('/community', (_params, actor) =>
      Promise.resolve({
        title: ({ pages: texts }) => texts.community,
        description: ({ pages: texts }) => texts.communityDescription,
        preload: async () => [
          { path: '/forum/categories', body: await categories.list(actor) },
          { path: '/forum/stats', body: await threads.getStats(actor) },
          { path: '/forum/threads', body: await overview.list(actor, new ThreadOverviewQuery()) },
        ],
      }),
    );
    pages.addPublic('/community/category/:id', async ({ id = '' }, actor) => {
      const category = await categories.find(id, actor);
      if (!category) return missingCategory;
      return {
        title: category.name,
        description: category.description,
        preload: async () => [
          { path: '/forum/categories', body: await categories.list(actor) },
          { path: `/forum/categories/${id}/threads`, body: await lists.list(actor, id, new ThreadsQuery()) },
        ],
      };
    });
    pages.add('/community/category/:id/new-thread', async ({ id = '' }, actor) => {
      const category = await categories.find(id, actor);
      return category ? { title: ({ pages: texts }) => texts.newThread(category.name) } : missingCategory;
    });
    pages.addPublic('/community/thread/:id', async ({ id = '' }, actor, request) => {
      const found = await threads.find(id, actor);
      if (!found) return missingThread;
      const thread = views.recordView(found, getViewer(request, actor));
      const list = await posts.list(actor, id);
      const description = plainExcerpt(list.posts[0]?.content ?? '');
      return {
        title: thread.title,
        description,
        preview: {
          path: threadPath(thread.id),
          type: 'article',
          publishedAt: thread.created_at,
          changedAt: thread.last_post_at,
          authorName: thread.author_name,
          schema: { '@type': 'DiscussionForumPosting', text: description, commentCount: thread.post_count - 1 },
        },
        preload: () => [
          { path: `/forum/threads/${id}`, body: thread },
          { path: `/forum/threads/${id}/posts`, body: list },
        ],
        recordView: countLaterViews(found),
      };
    });
    pages.add('/admin/forum-categories', { title: ({ pages: texts }) => texts.forumCategories });
  }
}
