import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { RolesModule } from '../roles/index.js';
import { ContentModule } from '../content/index.js';
import { CategoryLookupController } from './categories/category-lookup.controller.js';
import { ForumCategoriesQueries } from './categories/forum-categories.queries.js';
import { ForumCategoriesService } from './categories/forum-categories.service.js';
import { ForumAccess } from './shared/forum-access.js';
import { ForumChecks } from './forum-checks.js';
import { ForumPersonalData } from './authors/forum-personal-data.js';
import { ForumModerationService } from './moderation/forum-moderation.service.js';
import { ForumPages } from './forum.pages.js';
import { ForumVisibility } from './shared/forum-visibility.js';
import { PostTextService } from './shared/post-text.service.js';
import { MovedPostsRepository } from './moving/moved-posts.repository.js';
import { ThreadMovingService } from './moving/thread-moving.service.js';
import { ReadsRepository } from './reading/reads.repository.js';
import { MovingController } from './moving/moving.controller.js';
import { PostsQueries } from './posts/posts.queries.js';
import { ForumContributionsQueries } from './authors/forum-contributions.queries.js';
import { DemoThreadsSeeder } from './seed/demo-threads.seeder.js';
import { ForumCategoriesController } from './categories/forum-categories.controller.js';
import { ForumCounters } from './repositories/forum-counters.js';
import { ForumRepository } from './repositories/forum.repository.js';
import { ForumLinksSource } from './links/forum-links.source.js';
import { LinkedThreadsController } from './links/linked-threads.controller.js';
import { LinkedThreadsQueries } from './links/linked-threads.queries.js';
import { PostsController } from './posts/posts.controller.js';
import { PostsService } from './posts/posts.service.js';
import { ThreadLinksService } from './links/thread-links.service.js';
import { ForumFacade } from './forum.facade.js';
import { ForumIndexer } from './search/forum-indexer.js';
import { ForumTrashService } from './trash/forum-trash.service.js';
import { ForumSearchSource } from './search/forum-search.source.js';
import { DemoThreadsService } from './threads/demo-threads.service.js';
import { ThreadOverviewQueries } from './threads/thread-overview.queries.js';
import { ThreadListQueries } from './threads/thread-list.queries.js';
import { ThreadPublications } from './threads/thread-publications.js';
import { ThreadViewCounter } from './reading/thread-view-counter.js';
import { ThreadsController } from './threads/threads.controller.js';
import { ThreadsQueries } from './threads/threads.queries.js';
import { ThreadsService } from './threads/threads.service.js';
import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

/** Categories of threads, threads of posts, and what users have read. */
@Module({
  imports: [RolesModule, AuthModule, ContentModule],
  controllers: [
    CategoryLookupController,
    ForumCategoriesController,
    ThreadsController,
    MovingController,
    PostsController,
    LinkedThreadsController,
  ],
  providers: [
    ThreadLinksService,
    ForumLinksSource,
    ForumAccess,
    ForumCategoriesQueries,
    ForumCategoriesService,
    ForumChecks,
    ForumContributionsQueries,
    ForumCounters,
    ForumFacade,
    ForumIndexer,
    ForumModerationService,
    ForumPersonalData,
    ForumPages,
    ForumSearchSource,
    ForumTrashService,
    ForumVisibility,
    DemoThreadsSeeder,
    DemoThreadsService,
    LinkedThreadsQueries,
    MovedPostsRepository,
    PostsQueries,
    ForumRepository,
    PostsService,
    PostTextService,
    ThreadListQueries,
    ThreadOverviewQueries,
    ThreadPublications,
    ReadsRepository,
    ThreadMovingService,
    ThreadViewCounter,
    ThreadsQueries,
    ThreadsService,
  ],
  exports: [DemoThreadsService, ForumFacade],
})
export class ForumModule {}

export const forumTables: TableDeclarations = {
  kept: [
    'category_reads',
    'content_threads',
    'forum_categories',
    'forum_moved_posts',
    'forum_posts',
    'forum_threads',
    'post_edits',
    'post_reactions',
    'thread_reads',
    'thread_view_days',
  ],
  excluded: {},
};
