import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { RolesModule } from '../roles/index.js';
import { BookmarksController } from './bookmarks/bookmarks.controller.js';
import { BookmarksQueries } from './bookmarks/bookmarks.queries.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoriesQueries } from './categories/categories.queries.js';
import { CategoriesService } from './categories/categories.service.js';
import { CategoryRemoval } from './categories/category-removal.js';
import { CommentFiles } from './comments/comment-files.js';
import { CommentStore } from './comments/comment-store.js';
import { CommentSubjects } from './comments/comment-subjects.js';
import { CommentsController } from './comments/comments.controller.js';
import { CommentsQueries } from './comments/comments.queries.js';
import { CommentsService } from './comments/comments.service.js';
import { ContentFacade } from './content.facade.js';
import { ContentPages } from './content.pages.js';
import { AdminDocumentsController } from './documents/admin-documents.controller.js';
import { DocumentEdits } from './documents/document-edits.js';
import { DocumentFields } from './documents/document-fields.js';
import { DocumentRemoval } from './documents/document-removal.js';
import { DocumentStatuses } from './documents/document-status.js';
import { DocumentStore } from './documents/document-store.js';
import { DocumentsListQueries } from './documents/documents-list.queries.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import { DocumentsService } from './documents/documents.service.js';
import { HomeController } from './home/home.controller.js';
import { HomeQueries } from './home/home.queries.js';
import { ContentChecks } from './items/content-checks.js';
import { ContentCounts } from './items/content-counts.js';
import { ContributionsQueries } from './items/contributions.queries.js';
import { ItemLock } from './items/item-lock.js';
import { OwnHidden } from './items/own-hidden.js';
import { ItemRecords } from './items/item-records.js';
import { ItemSubjects } from './items/item-subjects.js';
import { ItemTraces } from './items/item-traces.js';
import { ItemsQueries } from './items/items.queries.js';
import { Slugs } from './items/slugs.js';
import { ReactionsController } from './reactions/reactions.controller.js';
import { ReactionsQueries } from './reactions/reactions.queries.js';
import { ReactionsService } from './reactions/reactions.service.js';
import { PendingEdits } from './revisions/pending-edits.js';
import { RestoreService } from './revisions/restore.service.js';
import { ReviewService } from './revisions/review.service.js';
import { RevisionFiles } from './revisions/revision-files.js';
import { RevisionsController } from './revisions/revisions.controller.js';
import { RevisionsQueries } from './revisions/revisions.queries.js';
import { Revisions } from './revisions/revisions.js';
import { WithdrawalService } from './revisions/withdrawal.service.js';
import { DidYouMean } from './search/did-you-mean.js';
import { ContentSearchDetails } from './search/search-details.js';
import { PeopleSearch } from './search/people-search.js';
import { SearchFacade } from './search/search-facade.js';
import { SearchIndex } from './search/search-index.js';
import { SearchMisses } from './search/search-misses.js';
import { SearchController } from './search/search.controller.js';
import { SearchQueries } from './search/search.queries.js';
import { SearchService } from './search/search.service.js';
import { SuggestionsQueries } from './search/suggestions.queries.js';
import { ContentTags } from './tags/content-tags.js';
import { TagsController } from './tags/tags.controller.js';
import { TagsQueries } from './tags/tags.queries.js';
import { DocumentFiles } from './pictures/document-files.js';
import { ImagesController } from './pictures/images.controller.js';
import { ThumbnailsController } from './pictures/thumbnails.controller.js';
import { Thumbnails } from './pictures/thumbnails.service.js';
import { CategoryNames } from './transfer/category-names.js';
import { DocumentExport } from './transfer/document-export.js';
import { DocumentImport } from './transfer/document-import.js';
import { ExportQueries } from './transfer/export.queries.js';
import { ImportPlanner } from './transfer/import-plan.js';
import { TransferController } from './transfer/transfer.controller.js';
import { Views } from './views/views.js';

@Module({
  imports: [RolesModule, AuthModule],
  controllers: [
    BookmarksController,
    CategoriesController,
    CommentsController,
    HomeController,
    SearchController,
    DocumentsController,
    AdminDocumentsController,
    ImagesController,
    ThumbnailsController,
    ReactionsController,
    RevisionsController,
    TagsController,
    TransferController,
  ],
  providers: [
    BookmarksQueries,
    CategoriesQueries,
    CategoriesService,
    CategoryNames,
    CategoryRemoval,
    CommentFiles,
    CommentStore,
    CommentSubjects,
    CommentsQueries,
    CommentsService,
    ContentChecks,
    ContentCounts,
    ContentFacade,
    ContentPages,
    ContentSearchDetails,
    ContributionsQueries,
    ContentTags,
    DidYouMean,
    DocumentEdits,
    DocumentExport,
    DocumentFields,
    DocumentFiles,
    DocumentImport,
    DocumentRemoval,
    DocumentStatuses,
    DocumentStore,
    DocumentsListQueries,
    OwnHidden,
    DocumentsQueries,
    DocumentsService,
    ExportQueries,
    HomeQueries,
    ImportPlanner,
    ItemLock,
    ItemRecords,
    ItemSubjects,
    ItemTraces,
    ItemsQueries,
    PendingEdits,
    PeopleSearch,
    ReactionsQueries,
    ReactionsService,
    RestoreService,
    ReviewService,
    RevisionFiles,
    Revisions,
    RevisionsQueries,
    SearchFacade,
    SearchIndex,
    SearchMisses,
    SearchQueries,
    SearchService,
    Slugs,
    SuggestionsQueries,
    TagsQueries,
    Thumbnails,
    Views,
    WithdrawalService,
  ],
  exports: [ContentFacade, SearchFacade],
})
export class ContentModule {}
