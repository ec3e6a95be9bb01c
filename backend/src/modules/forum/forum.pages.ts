import { Injectable } from '@nestjs/common';
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

const missingCategory: PageHead = { title: 'Category not found', missing: true };
const missingThread: PageHead = { title: 'Thread not found', missing: true };

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
    pages.add('/community', async (_params, actor) => ({
      title: 'Community',
      description: 'Ask, answer and discuss.',
      preload: [
        { path: '/forum/categories', body: await categories.list(actor) },
        { path: '/forum/stats', body: await threads.getStats(actor) },
        { path: '/forum/threads', body: await overview.list(actor, new ThreadOverviewQuery()) },
      ],
    }));
    pages.add('/community/category/:id', async ({ id = '' }, actor) => {
      const category = await categories.find(id);
      if (!category) return missingCategory;
      const list = await lists.list(actor, id, new ThreadsQuery());
      return {
        title: category.name,
        description: category.description,
        preload: [
          { path: '/forum/categories', body: await categories.list(actor) },
          { path: `/forum/categories/${id}/threads`, body: list },
        ],
      };
    });
    pages.add('/community/category/:id/new-thread', async ({ id = '' }) => {
      const category = await categories.find(id);
      return category ? { title: `New thread in ${category.name}` } : missingCategory;
    });
    pages.add('/community/thread/:id', async ({ id = '' }, actor, request) => {
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
        preload: [
          { path: `/forum/threads/${id}`, body: thread },
          { path: `/forum/threads/${id}/posts`, body: list },
        ],
      };
    });
    pages.add('/admin/forum-categories', { title: 'Forum categories' });
  }
}
