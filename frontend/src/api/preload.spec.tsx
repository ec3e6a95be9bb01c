/** @jest-environment ./test/browser-environment.cjs */
import { PRELOAD_ID } from '@hub/shared/pages';
import { beforeEach, expect, jest, test } from '@jest/globals';

beforeEach(() => {
  jest.resetModules();
});

/** The page is read when the module loads. */
async function load(json: string) {
  document.body.innerHTML = `<script type="application/json" id="${PRELOAD_ID}">${json}</script>`;
  return import('./preload');
}

test('a response in the page is taken once', async () => {
  const { hasPreload, takePreload } = await load('[{"path":"/documents/a","body":{"id":"1"}}]');
  expect(hasPreload('/documents/a')).toBe(true);
  takePreload('/documents/a');
  expect(hasPreload('/documents/a')).toBe(false);
});

test.each([
  ['cut off', '[{"path":"/documents/a","body":{'],
  ['no list', '{"path":"/documents/a","body":{}}'],
  ['an entry without a path', '[{"body":{}}]'],
  ['an entry without a body', '[{"path":"/documents/a"}]'],
  ['an entry with another kind of status', '[{"path":"/documents/a","body":{},"status":"404"}]'],
  ['nothing', '[null]'],
])('a page of which the data are %s requests them', async (_name, json) => {
  expect((await load(json)).hasPreload('/documents/a')).toBe(false);
});

test('a broken entry leaves the others', async () => {
  const { hasPreload } = await load('[null,{"path":"/documents/a","body":null}]');
  expect(hasPreload('/documents/a')).toBe(true);
});
