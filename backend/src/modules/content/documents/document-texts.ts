import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type IndexedTexts, ItemSearchSource } from '../items/item-search.source.js';
import { SearchTextParser } from '../search/search-text-parser.js';

/** The texts of documents, for indexing in the background. */
export const documentTexts = (parser: SearchTextParser): IndexedTexts => ({
  kind: 'document',
  join: sql`join documents d on d.item_id = i.id`,
  text: sql`d.content`,
  parse: (content, id) => parser.parseInBackground(content, id),
});

@Injectable()
export class DocumentTexts {
  constructor(parser: SearchTextParser, search: ItemSearchSource) {
    search.register(documentTexts(parser));
  }
}
