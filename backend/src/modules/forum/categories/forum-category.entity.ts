import { defineEntity, p } from '@mikro-orm/core';

const ForumCategorySchema = defineEntity({
  name: 'ForumCategory',
  tableName: 'forum_categories',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    /** an emoji or the name of an icon */
    icon: p.text(),
    color: p.text(),
    parentCategoryId: p.uuid().nullable(),
    orderIndex: p.integer(),
    /** its own threads that are neither deleted nor hidden, without those of subcategories */
    threadCount: p.integer().default(0),
    /** the posts of those threads, without deleted ones */
    postCount: p.integer().default(0),
    lastPostAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
});

/** A category of threads. */
export class ForumCategory extends ForumCategorySchema.class {}
ForumCategorySchema.setClass(ForumCategory);
