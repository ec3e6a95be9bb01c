import { Module } from '@nestjs/common';
import { TagsController } from './tags.controller.js';
import { TagsQueries } from './tags.queries.js';

/** Suggestions of tags. */
@Module({ controllers: [TagsController], providers: [TagsQueries] })
export class TagsModule {}
