import { defineEntity, p } from '@mikro-orm/core';

const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'content_categories',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    description: p.text(),
    /** an emoji or the name of an icon */
    icon: p.text(),
    color: p.text(),
    parentCategoryId: p.uuid().nullable(),
    orderIndex: p.integer(),
    createdAt: p.datetime(),
  },
});

/** A category of documents and videos. */
export class Category extends CategorySchema.class {}
CategorySchema.setClass(Category);
