import { Module } from '@nestjs/common';
import { AdministrationModule } from './administration/administration.module.js';
import { CategoriesModule } from './categories/categories.module.js';
import { ContentImagesModule } from './images/images.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { EngagementModule } from './engagement/engagement.module.js';
import { HomeModule } from './home/home.module.js';
import { InsightsModule } from './insights/insights.module.js';
import { ItemsModule } from './items/items.module.js';
import { SearchModule } from './search/search.module.js';
import { TagsModule } from './tags/tags.module.js';
import { VideosModule } from './videos/videos.module.js';
import { ContentUploadsModule } from './uploads/uploads.module.js';
import { ContentFacade } from './content.facade.js';
import { ContentPages, VideoPages } from './content.pages.js';

/** Everything that people write and read, in one Nest module per folder. */
@Module({
  imports: [
    CategoriesModule,
    ContentImagesModule,
    ContentUploadsModule,
    DocumentsModule,
    EngagementModule,
    HomeModule,
    InsightsModule,
    ItemsModule,
    SearchModule,
    TagsModule,
    VideosModule,
    AdministrationModule,
  ],
  providers: [ContentFacade, ContentPages, VideoPages],
  exports: [CategoriesModule, ContentFacade, InsightsModule, SearchModule],
})
export class ContentModule {}
