import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDocument } from '../../../../test/support/documents.js';
import { generateMarkdown } from '../../../../test/support/markdown-families.js';
import { searchContent } from '../../../../test/support/search.js';
import { createTestApp, type TestApp } from '../../../../test/support/test-app.js';

/* Queries that repeat a word, in texts that repeat it: each occurrence with each other took 4 GB and 20 s. */

const LIMIT_MS = 2000;

let hub: TestApp;
beforeAll(async () => {
  hub = await createTestApp();
});
afterAll(() => hub.close());

test.each(['digits and colons', 'one tag of attributes', 'closed emphasis', 'many links', 'mail addresses'])(
  'a query of "%s" is answered at once in texts that are full of it',
  async (family) => {
    const editor = await hub.users.create('EDITOR');
    const content = `${family}\n\n${generateMarkdown(family, 100_000).slice(0, 100_000)}`;
    for (let i = 0; i < 5; i++) await createDocument(editor, { title: family, content, status: 'PUBLISHED' });
    const began = performance.now();
    await searchContent(hub.request, generateMarkdown(family, 300).slice(0, 200));
    expect(performance.now() - began).toBeLessThan(LIMIT_MS);
    expect((await searchContent(hub.request, family)).total).toBe(5);
  },
);

test.each(['back\\slash', "it's", 'a&b|!c', 'a:*', "''", "o'brien\\'"])(
  '%s is a word, not an operator',
  async (word) => {
    const editor = await hub.users.create('EDITOR');
    const { id } = await createDocument(editor, { title: 'Signs', content: `xylo ${word} end`, status: 'PUBLISHED' });
    const { results } = await searchContent(hub.request, `xylo ${word}`);
    expect(results.map((result) => result.id)).toContain(id);
  },
);
