import { Module } from '@nestjs/common';
import { ItemPublications } from './item-publications.js';
import { ItemLock } from './item-lock.js';
import { ItemSubjects } from './item-subjects.js';
import { ItemsListQueries } from './items-list.queries.js';
import { ItemsQueries } from './items.queries.js';
import { RestrictedAuthors } from './restricted-authors.js';
import { Slugs } from './slugs.js';

/** What all kinds of content items share: who sees them, slugs, counts, locks. */
@Module({
  providers: [ItemLock, ItemPublications, ItemSubjects, ItemsListQueries, ItemsQueries, RestrictedAuthors, Slugs],
  exports: [ItemLock, ItemsListQueries, ItemsQueries, RestrictedAuthors, Slugs],
})
export class ItemsModule {}
