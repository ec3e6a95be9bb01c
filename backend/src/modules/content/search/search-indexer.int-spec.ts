import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { waitFor } from '../../../../test/support/wait-for.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { AuthFacade } from '../../auth/index.js';
import { documentTexts } from '../documents/documents.repository.js';
import { DocumentsService } from '../documents/documents.service.js';
import { ItemViewCounter } from '../views/view-counter.js';
import { ItemSearchSource } from '../items/item-search.source.js';
import { SearchTextParser } from './search-text-parser.js';
import { SearchIndexService } from './search-index.service.js';
import { SearchIndexer } from './search-indexer.js';
import { SearchSourceRegistry } from './search-source-registry.js';

let hub: TestApp;
const folder = mkdtempSync(join(tmpdir(), 'search-index-'));
beforeAll(async () => (hub = await createTestApp()));
afterAll(async () => {
  await hub.close();
  rmSync(folder, { recursive: true, force: true });
});

const mayStart = join(folder, 'may-start');
const slowStart = join(folder, 'slow-start.mjs');
writeFileSync(
  slowStart,
  `import { existsSync } from 'node:fs';
  while (!existsSync(${JSON.stringify(mayStart)})) await new Promise((resolve) => setTimeout(resolve, 20));
  export default (body) => ({ text: { body, headings: '', pieces: [], words: [] } });`,
);

test('texts are indexed once a slow parser has started', async () => {
  const lines: { msg: string; left?: number }[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line) as { msg: string }) });
  const messages = () => lines.map(({ msg }) => msg).filter((msg) => msg.includes('search index'));
  const options = { filename: pathToFileURL(slowStart).href, startTimeoutMs: 200 };
  const parser = new SearchTextParser(hub.database, logger, options);
  const sources = new SearchSourceRegistry();
  new ItemSearchSource(hub.database, hub.get(ItemViewCounter), sources).register(documentTexts(parser));
  // Replaces the product's own indexer, whose worker starts at once.
  const indexer = new SearchIndexer(hub.database, hub.get(SearchIndexService), sources, hub.get(Jobs), logger);
  const { email } = await hub.users.create('EDITOR');
  const author = (await hub.get(AuthFacade).findActorByEmail(email))!;
  const id = await hub.database.transaction(() =>
    hub.get(DocumentsService).create(author, { title: 'Late', content: 'Some words.\n\n'.repeat(2000) }),
  );
  const formats = () =>
    hub.database.query<{ format: number }>('select distinct format from search_entries where id = $1', [id]);

  await waitFor(messages, (found) => found.length > 0, 20_000);
  expect(new Set(messages())).toEqual(new Set(['search index incomplete, indexing continues']));
  expect(lines.find(({ left }) => left)).toMatchObject({ documents: 0, left: 1 });
  expect(await formats()).toEqual([{ format: 0 }]);

  writeFileSync(mayStart, '');
  await waitFor(messages, (found) => found.at(-1) === 'search index complete', 60_000);
  expect(await formats()).not.toContainEqual({ format: 0 });
  expect(await indexer.indexMissing()).toBe(0);
});
