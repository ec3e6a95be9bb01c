import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module.js';
import { ItemsModule } from '../items/items.module.js';
import { VideosModule } from '../videos/videos.module.js';
import { AdministrationController } from './administration.controller.js';
import { BulkActionsService } from './bulk-actions.service.js';
import { StatusCountsQueries } from './status-counts.queries.js';

/** What the content administration does with items of all kinds. */
@Module({
  imports: [DocumentsModule, ItemsModule, VideosModule],
  controllers: [AdministrationController],
  providers: [BulkActionsService, StatusCountsQueries],
})
export class AdministrationModule {}
