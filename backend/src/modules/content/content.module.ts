import { Module } from '@nestjs/common';
import { RolesModule } from '../roles/index.js';
import { CategoriesController } from './categories/categories.controller.js';
import { CategoriesQueries } from './categories/categories.queries.js';
import { CategoriesService } from './categories/categories.service.js';
import { ContentFacade } from './content.facade.js';
import { ContentPages } from './content.pages.js';
import { AdminDocumentsController } from './documents/admin-documents.controller.js';
import { DocumentFields } from './documents/document-fields.js';
import { DocumentsController } from './documents/documents.controller.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import { DocumentsService } from './documents/documents.service.js';
import { ContentCounts } from './items/content-counts.js';
import { Slugs } from './items/slugs.js';

@Module({
  imports: [RolesModule],
  controllers: [CategoriesController, DocumentsController, AdminDocumentsController],
  providers: [CategoriesQueries, CategoriesService, ContentCounts, ContentFacade, ContentPages, DocumentFields, DocumentsQueries, DocumentsService, Slugs],
  exports: [ContentFacade],
})
export class ContentModule {}
