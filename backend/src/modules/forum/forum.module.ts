import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { RolesModule } from '../roles/index.js';
import { ContentModule } from '../content/index.js';
import { CategoryReadsController } from './categories/category-reads.controller.js';
import { CategoryLookupController } from './categories/category-lookup.controller.js';
import { ForumCategoriesController } from './categories/forum-categories.controller.js';
import { ForumCategoriesQueries } from './categories/forum-categories.queries.js';
import { ForumCategoriesService } from './categories/forum-categories.service.js';
import { ForumAccess } from './shared/forum-access.js';
import { ForumChecks } from './forum-checks.js';
import { ForumPersonalData } from './authors/forum-personal-data.js';
import { ForumModeration } from './moderation/forum-moderation.js';
import { ForumPages } from './forum.pages.js';
import { ForumVisibility } from './shared/forum-visibility.js';
import { LinkedThreadsController } from './links/linked-threads.controller.js';
import { LinkedThreadsQueries } from './links/linked-threads.queries.js';
import { PostTextService } from './shared/post-text.service.js';
import { PostDocumentsService } from './links/post-documents.service.js';
import { MovedPostsRepository } from './moving/moved-posts.repository.js';
import { ThreadMovingService } from './moving/thread-moving.service.js';
import { ReadsRepository } from './reading/reads.repository.js';
import { MovingController } from './moving/moving.controller.js';
import { PostReactionsService } from './posts/post-reactions.service.js';
import { PostReactionsController } from './posts/post-reactions.controller.js';
import { PostsController } from './posts/posts.controller.js';
import { PostsQueries } from './posts/posts.queries.js';
import { ContentThreads } from './repositories/content-threads.js';
import { CategoryCounters } from './repositories/category-counters.js';
import { AuthorStatsService } from './authors/author-stats.service.js';
import { PostsRepository } from './repositories/posts.repository.js';
import { PostsService } from './posts/posts.service.js';
import { SimilarController } from './similar/similar.controller.js';
import { SimilarQueries } from './similar/similar.queries.js';
import { ThreadHistory } from './seed/thread-history.js';
import { LinkSeed } from './seed/link-seed.js';
import { ThreadSeed } from './seed/thread-seed.js';
import { ForumContributionsQueries } from './authors/forum-contributions.queries.js';
import { ForumFacade } from './forum.facade.js';
import { ForumIndex } from './search/forum-index.js';
import { ForumSearchSource } from './search/forum-search.source.js';
import { ThreadListQueries } from './threads/thread-list.queries.js';
import { ThreadPublications } from './threads/thread-publications.js';
import { ThreadViews } from './reading/thread-views.js';
import { ThreadsController } from './threads/threads.controller.js';
import { ThreadsQueries } from './threads/threads.queries.js';
import { ThreadsRepository } from './repositories/threads.repository.js';
import { ThreadsService } from './threads/threads.service.js';

/** Categories of threads, threads of posts, and what users have read. */
@Module({
  imports: [RolesModule, AuthModule, ContentModule],
  controllers: [
    CategoryLookupController,
    CategoryReadsController,
    ForumCategoriesController,
    ThreadsController,
    MovingController,
    PostsController,
    PostReactionsController,
    LinkedThreadsController,
    SimilarController,
  ],
  providers: [
    AuthorStatsService,
    ContentThreads,
    ForumAccess,
    ForumCategoriesQueries,
    ForumCategoriesService,
    ForumChecks,
    ForumContributionsQueries,
    ForumFacade,
    ForumIndex,
    ForumModeration,
    ForumPersonalData,
    ForumPages,
    ForumSearchSource,
    ForumVisibility,
    LinkSeed,
    LinkedThreadsQueries,
    CategoryCounters,
    PostDocumentsService,
    MovedPostsRepository,
    PostReactionsService,
    PostsQueries,
    PostsRepository,
    PostsService,
    PostTextService,
    SimilarQueries,
    ThreadHistory,
    ThreadListQueries,
    ThreadPublications,
    ReadsRepository,
    ThreadMovingService,
    ThreadSeed,
    ThreadViews,
    ThreadsQueries,
    ThreadsRepository,
    ThreadsService,
  ],
  exports: [ForumCategoriesService, ForumFacade, PostsService, ThreadsService],
})
export class ForumModule {}
