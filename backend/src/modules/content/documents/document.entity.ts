import { defineEntity, p } from '@mikro-orm/core';

const DocumentSchema = defineEntity({
  name: 'Document',
  tableName: 'documents',
  properties: {
    itemId: p.uuid().primary(),
    /** markdown */
    content: p.text(),
  },
});

/** The body of a content item of kind document. */
export class Document extends DocumentSchema.class {}
DocumentSchema.setClass(Document);
