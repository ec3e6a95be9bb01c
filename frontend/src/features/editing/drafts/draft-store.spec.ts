import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createStore, keys } from 'idb-keyval';
import { emptyDetails as emptyValues, type DetailsValues } from '../details-values';
import { deleteDraft, findDraft, getDraftScope, storeDraft, storeDraftImage, type Draft } from './draft-store';
import { announcePresence, tabId } from './tab-presence';

const DAY_MS = 24 * 60 * 60 * 1000;
const find = (inScope: string) => findDraft(inScope, emptyValues);
const createDraft = (title: string, ageMs = 0, changes: Partial<Draft<DetailsValues>> = {}): Draft<DetailsValues> => ({
  values: { ...emptyValues, title },
  typedAt: Date.now() - ageMs,
  ...changes,
});

let scope: string;
let lastUser = 0;
beforeEach(() => {
  scope = getDraftScope(`user-${++lastUser}`, 'document');
});
afterEach(() => {
  jest.restoreAllMocks();
});

test('without drafts there is nothing to restore', async () => {
  expect(await find(scope)).toBeUndefined();
});

test('the newest draft is restored', async () => {
  await storeDraft(`${scope}/a`, createDraft('Older', 2000));
  await storeDraft(`${scope}/b`, createDraft('Newest', 0, { version: 4, thumbnail: 'remove' }));
  await storeDraft(`${scope}/c`, createDraft('Old', 1000));
  expect(await find(scope)).toMatchObject({
    key: `${scope}/b`,
    values: { ...emptyValues, title: 'Newest' },
    version: 4,
    thumbnail: 'remove',
    isImageMissing: false,
  });
});

test('drafts of other users and documents are not restored', async () => {
  await storeDraft(`${scope}-2/a`, createDraft('Another document'));
  await storeDraft(`${getDraftScope('other-user', 'document')}/a`, createDraft('Another user'));
  expect(await find(scope)).toBeUndefined();
});

test('a draft that is open in another tab is not restored', async () => {
  await storeDraft(`${scope}/open`, createDraft('Open'));
  await storeDraft(`${scope}/closed`, createDraft('Closed', 1000));
  const otherTab = new BroadcastChannel('hub-drafts');
  otherTab.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach their own origin only
    if (data.kind === 'ask') otherTab.postMessage({ kind: 'here', scope, tab: 'open' });
  });
  try {
    expect((await find(scope))?.values.title).toBe('Closed');
  } finally {
    otherTab.close();
  }
});

test("this tab's own draft is restored when its form is opened again", async () => {
  await storeDraft(`${scope}/${tabId}`, createDraft('Mine'));
  const stop = announcePresence(scope, () => undefined);
  try {
    expect((await find(scope))?.values.title).toBe('Mine');
  } finally {
    stop();
  }
});

test('drafts older than 30 days are deleted', async () => {
  await storeDraft(`${scope}/old`, createDraft('Old', 30 * DAY_MS + 1000));
  await storeDraft(`${scope}/young`, createDraft('Young', 30 * DAY_MS - 60_000));
  expect((await find(scope))?.values.title).toBe('Young');
  const left = await keys<string>(createStore('hub-drafts', 'drafts'));
  expect(left.filter((key) => key.startsWith(scope))).toEqual([`${scope}/young`]);
});

test('a draft of an earlier version of the form gets its new fields', async () => {
  const values = { title: 'Old' } as DetailsValues;
  await storeDraft(`${scope}/a`, createDraft('', 0, { values }));
  expect((await find(scope))?.values).toEqual({ ...emptyValues, title: 'Old' });
});

test('a chosen image is restored and deleted with its draft', async () => {
  await storeDraft(`${scope}/a`, createDraft('With image', 0, { thumbnail: 'chosen' }));
  await storeDraftImage(`${scope}/a`, new File(['bytes'], 'image.png'));
  expect(await find(scope)).toMatchObject({ isImageMissing: false, thumbnail: expect.anything() });
  await deleteDraft(`${scope}/a`);
  await storeDraft(`${scope}/a`, createDraft('Without image', 0, { thumbnail: 'chosen' }));
  expect(await find(scope)).toMatchObject({ isImageMissing: true, thumbnail: undefined });
});

test('a browser that refuses storage behaves like one without drafts', async () => {
  await storeDraft(`${scope}/a`, createDraft('Stored'));
  jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  expect(await find(scope)).toBeUndefined();
  expect(await storeDraft(`${scope}/a`, createDraft('Title'))).toBe(false);
  expect(await storeDraftImage(`${scope}/a`, new File([], 'image.png'))).toBe(false);
  await expect(deleteDraft(`${scope}/a`)).resolves.toBeUndefined();
});
