import { Module } from '@nestjs/common';
import { RolesModule } from '../../roles/index.js';
import { AuthModule } from '../../auth/index.js';
import { ItemsModule } from '../items/items.module.js';
import { SearchModule } from '../search/search.module.js';
import { BookmarksController } from './bookmarks/bookmarks.controller.js';
import { CommentsController } from './comments/comments.controller.js';
import { ReactionsController } from './reactions/reactions.controller.js';
import { BookmarksQueries } from './bookmarks/bookmarks.queries.js';
import { CommentModeration } from './comments/comment-moderation.js';
import { CommentVisibility } from './comments/comment-visibility.js';
import { CommentsQueries } from './comments/comments.queries.js';
import { CommentsService } from './comments/comments.service.js';
import { ReactionsQueries } from './reactions/reactions.queries.js';
import { ReactionsService } from './reactions/reactions.service.js';
import { EngagementSeed } from './seed/engagement-seed.js';
import { EngagementPersonalData } from './engagement-personal-data.js';
import { EngagementCleanup } from './engagement-cleanup.js';
import { ViewsModule } from '../views/views.module.js';

/** What users do with items of any kind: comments, reactions, bookmarks. */
@Module({
  imports: [RolesModule, AuthModule, ItemsModule, SearchModule, ViewsModule],
  controllers: [BookmarksController, CommentsController, ReactionsController],
  providers: [
    BookmarksQueries,
    CommentModeration,
    CommentVisibility,
    CommentsQueries,
    CommentsService,
    EngagementCleanup,
    EngagementPersonalData,
    EngagementSeed,
    ReactionsQueries,
    ReactionsService,
  ],
  exports: [BookmarksQueries, CommentsService, EngagementSeed, ReactionsQueries, ReactionsService, ViewsModule],
})
export class EngagementModule {}
