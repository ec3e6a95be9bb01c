import { Module } from '@nestjs/common';
import { RolesModule } from '../../roles/index.js';
import { CategoriesModule } from '../categories/categories.module.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { ItemsModule } from '../items/items.module.js';
import { SearchModule } from '../search/search.module.js';
import { AdminDocumentsController } from './admin-documents.controller.js';
import { DocumentThumbnailsController } from './document-thumbnails.controller.js';
import { DocumentsController } from './documents.controller.js';
import { RevisionsController } from './revisions/revisions.controller.js';
import { TransferController } from './transfer/transfer.controller.js';
import { CategoryNames } from './transfer/category-names.js';
import { DocumentExport } from './transfer/document-export.js';
import { DocumentHistory } from './seed/document-history.js';
import { DocumentImport } from './transfer/document-import.js';
import { DocumentTexts } from './document-texts.js';
import { DocumentsService } from './documents.service.js';
import { DocumentWorkflow } from './document-workflow.js';
import { DocumentsQueries } from './documents.queries.js';
import { ExportQueries } from './transfer/export.queries.js';
import { ImportCancellationController } from './transfer/import-cancellation.controller.js';
import { ImportCancellation } from './transfer/import-cancellation.js';
import { ImportPlanner } from './transfer/import-plan.js';
import { ImportedFiles } from './transfer/imported-files.js';
import { TextOutlines } from './transfer/text-outlines.js';
import { DocumentReviewQueue } from './revisions/review-queue.js';
import { ReviewService } from './revisions/review.service.js';
import { RevisionsQueries } from './revisions/revisions.queries.js';
import { RevisionsRepository } from './revisions/revisions.repository.js';
import { TransferSlots } from './transfer/transfer-slots.js';
import { DocumentSettings } from './documents.settings.js';

/** Documents with their workflow, history, import and export. */
@Module({
  imports: [RolesModule, CategoriesModule, EngagementModule, ItemsModule, SearchModule],
  controllers: [
    AdminDocumentsController,
    DocumentThumbnailsController,
    DocumentsController,
    RevisionsController,
    TransferController,
    ImportCancellationController,
  ],
  providers: [
    DocumentSettings,
    CategoryNames,
    DocumentExport,
    DocumentHistory,
    DocumentImport,
    DocumentTexts,
    DocumentReviewQueue,
    DocumentWorkflow,
    DocumentsQueries,
    DocumentsService,
    ExportQueries,
    ImportedFiles,
    ImportPlanner,
    TextOutlines,
    ReviewService,
    RevisionsQueries,
    RevisionsRepository,
    TransferSlots,
    ImportCancellation,
  ],
  exports: [DocumentHistory, DocumentImport, DocumentsQueries, DocumentsService],
})
export class DocumentsModule {}
