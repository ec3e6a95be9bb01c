import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/index.js';
import { RolesModule } from '../roles/index.js';
import { BacklinksController } from './administration/backlinks.controller.js';
import { BacklinksQueries } from './administration/backlinks.queries.js';
import { AdministrationController } from './administration/administration.controller.js';
import { SubmissionsController } from './administration/submissions.controller.js';
import { ArchiveRegistrar } from './administration/archive-registrar.js';
import { BulkActionsService } from './administration/bulk-actions.service.js';
import { StatusCountsQueries } from './administration/status-counts.queries.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoriesQueries } from './categories/categories.queries.js';
import { MovedContentQueries } from './categories/moved-content.queries.js';
import { CategoriesService } from './categories/categories.service.js';
import { ContentFacade } from './content.facade.js';
import { ContentPages } from './content.pages.js';
import { ItemPreloadQueries } from './item-preload.queries.js';
import { DocumentEditingController } from './documents/document-editing.controller.js';
import { DocumentWorkflowService } from './documents/document-workflow.service.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import { DocumentsRepository } from './documents/documents.repository.js';
import { DocumentsService } from './documents/documents.service.js';
import { RevisionsController } from './documents/revisions/revisions.controller.js';
import { RevisionsQueries } from './documents/revisions/revisions.queries.js';
import { DocumentHistorySeeder } from './documents/seed/document-history-seeder.js';
import { CategoryResolver } from './documents/transfer/category-resolver.js';
import { DocumentExporter } from './documents/transfer/document-exporter.js';
import { DocumentImporter } from './documents/transfer/document-importer.js';
import { ExportQueries } from './documents/transfer/export.queries.js';
import { ImportCanceler, ImportCancellationController } from './documents/transfer/import-cancellation.controller.js';
import { ImportPlanner } from './documents/transfer/import-plan.js';
import { ImportedFilesService } from './documents/transfer/imported-files.service.js';
import { TextOutlineReader } from './documents/transfer/text-outline-reader.js';
import { TransferLimiter } from './documents/transfer/transfer-limiter.js';
import { TransferController } from './documents/transfer/transfer.controller.js';
import { CommentTrashService } from './engagement/comments/comment-trash.service.js';
import { CommentRegistrar } from './engagement/comments/comment-access.js';
import { CommentReferences } from './engagement/comments/comment-references.js';
import { PassageMover } from './engagement/comments/passage-mover.js';
import { CommentsController } from './engagement/comments/comments.controller.js';
import { CommentsQueries } from './engagement/comments/comments.queries.js';
import { CommentsService } from './engagement/comments/comments.service.js';
import { ItemReputationService } from './engagement/item-reputation.service.js';
import { ContentPersonalData } from './content.personal-data.js';
import { BookmarksController, ReactionsController } from './engagement/reactions/reactions.controller.js';
import { ReactionsQueries } from './engagement/reactions/reactions.queries.js';
import { ReactionsService } from './engagement/reactions/reactions.service.js';
import { EngagementSeeder } from './engagement/seed/engagement-seeder.js';
import { ContributionsQueries } from './home/contributions.queries.js';
import { NewItemsQueries } from './home/new-items.queries.js';
import { HomeController } from './home/home.controller.js';
import { HomeQueries } from './home/home.queries.js';
import { AttachmentsController } from './attachments/attachments.controller.js';
import { AttachmentsService } from './attachments/attachments.service.js';
import { ImagesController } from './images/images.controller.js';
import { ContentInsightsFacade } from './insights/content-insights.facade.js';
import { ContentChecks } from './items/content-checks.js';
import { DerivedDataService } from './items/derived-data.service.js';
import { ItemFieldsService } from './items/item-fields.service.js';
import { ItemLinksSource } from './items/item-links.source.js';
import { ItemRegistrar } from './items/item-registrar.js';
import { DemoItemsService } from './items/demo-items.service.js';
import { ItemTrashService } from './items/item-trash.service.js';
import { ItemSearchSource } from './items/item-search.source.js';
import { ItemsService } from './items/items.service.js';
import { ItemsListQueries, RestrictedAuthorsQueries } from './items/items-list.queries.js';
import { ItemsQueries } from './items/items.queries.js';
import { ReviewSettings } from './items/review.settings.js';
import { ThumbnailsService } from './items/thumbnails.service.js';
import { CompoundFinder } from './search/compound-finder.js';
import { QueryCorrector } from './search/query-corrector.js';
import { FileTextIndexer } from './search/file-text-indexer.js';
import { ContentLinks } from './search/content-links.js';
import { SearchIndexService } from './search/search-index.service.js';
import { SearchIndexer } from './search/search-indexer.js';
import { SearchSourceRegistry } from './search/search-source-registry.js';
import { SearchTextParser } from './search/search-text-parser.js';
import { SearchController } from './search/search.controller.js';
import { SearchQueries } from './search/search.queries.js';
import { SearchService } from './search/search.service.js';
import { SimilarItemsQueries } from './search/similar-items.queries.js';
import { SuggestionsQueries } from './search/suggestions.queries.js';
import { UserSearchSource } from './search/user-search.source.js';
import { ZeroResultRecorder } from './search/zero-result-recorder.js';
import { FilterValuesController } from './items/filter-values.controller.js';
import { FilterValuesQueries } from './items/filter-values.queries.js';
import { ShareGrantSigner } from './sharing/share-grant-signer.js';
import { ShareLinksController } from './sharing/share-links.controller.js';
import { ShareLinksQueries } from './sharing/share-links.queries.js';
import { ShareLinksService } from './sharing/share-links.service.js';
import { SharedItemsController } from './sharing/shared-items.controller.js';
import { SharedItemsQueries } from './sharing/shared-items.queries.js';
import { SharedItemsService } from './sharing/shared-items.service.js';
import { SharedPages } from './sharing/shared-pages.js';
import { SharingSettings } from './sharing/sharing.settings.js';
import { PositionsRepository } from './tree/positions.repository.js';
import { PositionsService } from './tree/positions.service.js';
import { ProgressService } from './tree/progress.service.js';
import { SeriesQueries } from './tree/series.queries.js';
import { PageArrangementService } from './tree/page-arrangement.service.js';
import { PageMovingService } from './tree/page-moving.service.js';
import { CategoryChangesService } from './tree/category-changes.service.js';
import { SubtreeService } from './tree/subtree.service.js';
import { TreeController } from './tree/tree.controller.js';
import { TreeQueries } from './tree/tree.queries.js';
import { TagsController, TagsQueries } from './tags/tags.controller.js';
import { UploadsController } from './uploads/uploads.controller.js';
import { CaptionFilesController } from './videos/captions/caption-files.controller.js';
import { VideoCaptionsService } from './videos/captions/video-captions.service.js';
import { PlaybackController } from './videos/playback/playback.controller.js';
import { PlaybackQueries } from './videos/playback/playback.queries.js';
import { WatchPositionsRepository, WatchPositionsController } from './videos/playback/watch-positions.controller.js';
import { MediaConverter } from './videos/processing/media-converter.js';
import { OriginalFilesService } from './videos/processing/original-files.service.js';
import { VideoProcessor } from './videos/processing/video-processor.js';
import { VideoLimitsService } from './videos/processing/video-limits.service.js';
import { VideoJobs } from './videos/processing/video-jobs.js';
import { WorkingFolderService } from './videos/processing/working-folder.service.js';
import { VideoSeeder } from './videos/seed/video-seeder.js';
import { VideoAttemptsService } from './videos/video-attempts.service.js';
import { VideoEditingController } from './videos/video-editing.controller.js';
import { VideoQueueService } from './videos/video-queue.service.js';
import { VideoSourceService } from './videos/video-source.service.js';
import { VideoStatusController } from './videos/video-status.controller.js';
import { VideoWorkflowService } from './videos/video-workflow.service.js';
import { VideosController } from './videos/videos.controller.js';
import { VideosQueries } from './videos/videos.queries.js';
import { VideoSearchSource } from './videos/video-search.js';
import { VideosRepository } from './videos/videos.repository.js';
import { VideosService } from './videos/videos.service.js';
import { createYouTubeOptions, YOUTUBE_OPTIONS, YouTubeClient } from './videos/youtube/youtube-client.js';
import { YouTubeDetailsController } from './videos/youtube/youtube-details.controller.js';
import { YouTubeDetailsService } from './videos/youtube/youtube-details.service.js';
import { ItemViewCounter } from './views/view-counter.js';

/**
 * All that ContentModule consists of. Nest registers the routes of a module the later, the more modules import it: the
 * wrapper is imported instead, so that these routes keep their order in openapi.yaml.
 */
@Module({
  imports: [RolesModule, AuthModule],
  controllers: [
    CategoriesController,
    ImagesController,
    AttachmentsController,
    UploadsController,
    TreeController,
    DocumentEditingController,
    DocumentsController,
    RevisionsController,
    TransferController,
    ImportCancellationController,
    BookmarksController,
    CommentsController,
    ReactionsController,
    SearchController,
    HomeController,
    TagsController,
    FilterValuesController,
    CaptionFilesController,
    YouTubeDetailsController,
    VideosController,
    VideoEditingController,
    VideoStatusController,
    PlaybackController,
    WatchPositionsController,
    ShareLinksController,
    SharedItemsController,
    AdministrationController,
    BacklinksController,
    SubmissionsController,
  ],
  providers: [
    ItemViewCounter,
    CategoriesQueries,
    CategoriesService,
    MovedContentQueries,
    CompoundFinder,
    QueryCorrector,
    AttachmentsService,
    ContentLinks,
    SearchIndexService,
    FileTextIndexer,
    SearchIndexer,
    SearchSourceRegistry,
    SearchTextParser,
    SearchQueries,
    SearchService,
    SimilarItemsQueries,
    BacklinksQueries,
    SuggestionsQueries,
    UserSearchSource,
    ZeroResultRecorder,
    TagsQueries,
    FilterValuesQueries,
    ContentChecks,
    DerivedDataService,
    ItemFieldsService,
    ItemLinksSource,
    ItemRegistrar,
    ItemTrashService,
    ItemSearchSource,
    ItemsService,
    ItemsListQueries,
    RestrictedAuthorsQueries,
    ItemsQueries,
    ReviewSettings,
    ThumbnailsService,
    PositionsRepository,
    PositionsService,
    PageArrangementService,
    PageMovingService,
    CategoryChangesService,
    SubtreeService,
    SeriesQueries,
    ProgressService,
    TreeQueries,
    CommentReferences,
    PassageMover,
    CommentRegistrar,
    CommentTrashService,
    CommentsQueries,
    CommentsService,
    ItemReputationService,
    ReactionsQueries,
    ReactionsService,
    EngagementSeeder,
    DocumentWorkflowService,
    DocumentsQueries,
    DocumentsRepository,
    DocumentsService,
    RevisionsQueries,
    DocumentHistorySeeder,
    CategoryResolver,
    DocumentExporter,
    DocumentImporter,
    ExportQueries,
    ImportCanceler,
    ImportPlanner,
    ImportedFilesService,
    TextOutlineReader,
    TransferLimiter,
    VideoCaptionsService,
    PlaybackQueries,
    WatchPositionsRepository,
    MediaConverter,
    OriginalFilesService,
    VideoProcessor,
    VideoLimitsService,
    VideoJobs,
    WorkingFolderService,
    VideoSeeder,
    VideoAttemptsService,
    VideoQueueService,
    VideoSourceService,
    VideoWorkflowService,
    VideosQueries,
    VideosRepository,
    VideoSearchSource,
    VideosService,
    { provide: YOUTUBE_OPTIONS, useFactory: createYouTubeOptions },
    YouTubeClient,
    YouTubeDetailsService,
    ShareGrantSigner,
    ShareLinksQueries,
    ShareLinksService,
    SharedItemsQueries,
    SharedItemsService,
    SharedPages,
    SharingSettings,
    ContentInsightsFacade,
    ContentPersonalData,
    ContributionsQueries,
    NewItemsQueries,
    HomeQueries,
    ArchiveRegistrar,
    BulkActionsService,
    StatusCountsQueries,
    ContentFacade,
    ContentPages,
    ItemPreloadQueries,
    DemoItemsService,
  ],
  exports: [
    CategoriesQueries,
    CategoriesService,
    ContentFacade,
    ContentInsightsFacade,
    DemoItemsService,
    SearchIndexService,
    SearchSourceRegistry,
    SearchTextParser,
    SimilarItemsQueries,
  ],
})
class ContentPartsModule {}

/** Everything that users write and read. */
@Module({ imports: [ContentPartsModule], exports: [ContentPartsModule] })
export class ContentModule {}
