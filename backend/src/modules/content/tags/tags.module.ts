import { Module } from '@nestjs/common';
import { TagsController } from './tags.controller.js';
import { ContentTags } from './content-tags.js';
import { TagsQueries } from './tags.queries.js';

/** Tags of items, with their counts and suggestions. */
@Module({ controllers: [TagsController], providers: [ContentTags, TagsQueries], exports: [ContentTags] })
export class TagsModule {}
