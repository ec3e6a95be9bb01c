import { Module } from '@nestjs/common';
import { RolesModule } from '../../roles/index.js';
import { AuthModule } from '../../auth/index.js';
import { EngagementModule } from '../engagement/engagement.module.js';
import { ItemsModule } from '../items/items.module.js';
import { SearchModule } from '../search/search.module.js';
import { ContentChecks } from './content-checks.js';
import { DerivedData } from './derived-data.js';
import { ItemFieldsBuilder } from './item-fields-builder.js';
import { ItemFiles } from './item-files.js';
import { ItemModeration } from './item-moderation.js';
import { ItemRemoval } from './item-removal.js';
import { ItemSearchSource } from './item-search.source.js';
import { ItemWriter } from './item-writer.js';
import { ThumbnailsService } from './thumbnails.service.js';

/** Creates, saves and deletes items of any kind, with all data derived from them. */
@Module({
  imports: [RolesModule, AuthModule, EngagementModule, ItemsModule, SearchModule],
  providers: [
    ContentChecks,
    DerivedData,
    ItemFieldsBuilder,
    ItemFiles,
    ItemModeration,
    ItemRemoval,
    ItemSearchSource,
    ItemWriter,
    ThumbnailsService,
  ],
  exports: [ItemFieldsBuilder, ItemRemoval, ItemSearchSource, ItemWriter, ThumbnailsService],
})
export class LifecycleModule {}
