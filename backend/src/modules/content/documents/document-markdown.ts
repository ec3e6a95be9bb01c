import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { type IndexedTexts, ItemSearchSource } from '../lifecycle/item-search.source.js';
import { SearchTextParser, type ParsedSearchText } from '../search/search-text-parser.js';

/** The texts of documents, for indexing in the background. */
export const documentTexts = (parser: SearchTextParser): IndexedTexts => ({
  kind: 'document',
  join: 'join documents d on d.item_id = i.id',
  text: 'd.content',
  parse: (content, id) => parser.parseInBackground(content, id),
});

/**
 * Parses the texts of documents for the search index. A command calls `prepare…` before its transaction, so that
 * neither a connection nor the lock on the document waits for the parser. A text that changes in between is indexed as
 * plain words, and completed in the background.
 */
@Injectable()
export class DocumentMarkdown {
  constructor(
    private readonly database: Database,
    private readonly parser: SearchTextParser,
    search: ItemSearchSource,
  ) {
    search.register(documentTexts(parser));
  }

  async prepare(content: string): Promise<void> {
    await this.parser.prepare(content);
  }

  /** @param content of the edit; without one the stored text is prepared, since other fields are indexed with it */
  async prepareEdit(id: string, content?: string): Promise<void> {
    if (content) await this.prepare(content);
    else await this.prepareFrom('select content from documents where item_id = $1', [id]);
  }

  async prepareVersion(id: string, version: number): Promise<void> {
    const sql = `select snapshot->>'content' as content from document_revisions where item_id = $1 and version = $2`;
    await this.prepareFrom(sql, [id, version]);
  }

  async preparePending(id: string): Promise<void> {
    const sql = `
      select snapshot->>'content' as content from document_revisions where item_id = $1 and state = 'pending'`;
    await this.prepareFrom(sql, [id]);
  }

  /** The prepared result; to be called inside the transaction. */
  getPrepared(content: string, id: string): ParsedSearchText {
    return this.parser.getPrepared(content, id);
  }

  private async prepareFrom(sql: string, parameters: unknown[]): Promise<void> {
    if (this.database.transactionExecutor) return;
    const row = await this.database.one<{ content: string }>(sql, parameters);
    await this.parser.prepare(row?.content);
  }
}
