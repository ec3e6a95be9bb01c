import { Module } from '@nestjs/common';
import { AuthModule } from '../../auth/index.js';
import { RolesModule } from '../../roles/index.js';
import { SearchModule } from '../search/search.module.js';
import { ViewsModule } from '../views/views.module.js';
import { ContentChecks } from './content-checks.js';
import { DerivedData } from './derived-data.js';
import { ItemFieldsBuilder } from './item-fields-builder.js';
import { ItemFiles } from './item-files.js';
import { ItemLock } from './item-lock.js';
import { ItemModeration } from './item-moderation.js';
import { ItemPublications } from './item-publications.js';
import { ItemRemoval } from './item-removal.js';
import { ItemSearchSource } from './item-search.source.js';
import { ItemSubjects } from './item-subjects.js';
import { ItemWriter } from './item-writer.js';
import { ItemsListQueries } from './items-list.queries.js';
import { ItemsQueries } from './items.queries.js';
import { RestrictedAuthors } from './restricted-authors.js';
import { Slugs } from './slugs.js';
import { ThumbnailsService } from './thumbnails.service.js';

/** What all kinds of content items share: lists, saving and deleting, with all data derived from them. */
@Module({
  imports: [RolesModule, AuthModule, SearchModule, ViewsModule],
  providers: [
    ContentChecks,
    DerivedData,
    ItemFieldsBuilder,
    ItemFiles,
    ItemLock,
    ItemModeration,
    ItemPublications,
    ItemRemoval,
    ItemSearchSource,
    ItemSubjects,
    ItemWriter,
    ItemsListQueries,
    ItemsQueries,
    RestrictedAuthors,
    Slugs,
    ThumbnailsService,
  ],
  exports: [
    ItemFieldsBuilder,
    ItemLock,
    ItemRemoval,
    ItemSearchSource,
    ItemWriter,
    ItemsListQueries,
    ItemsQueries,
    RestrictedAuthors,
    Slugs,
    ThumbnailsService,
  ],
})
export class ItemsModule {}
