import { Module } from '@nestjs/common';
import { CategoriesModule } from './categories/categories.module.js';
import { ContentImagesModule } from './images/images.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { EngagementModule } from './engagement/engagement.module.js';
import { HomeModule } from './home/home.module.js';
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
    ItemsModule,
    SearchModule,
    TagsModule,
    VideosModule,
  ],
  providers: [ContentFacade, ContentPages, VideoPages],
  exports: [CategoriesModule, ContentFacade, SearchModule],
})
export class ContentModule {}
