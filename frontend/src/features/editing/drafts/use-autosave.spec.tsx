import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { createStore, entries } from 'idb-keyval';
import { type DetailsValues, emptyDetails as emptyValues } from '../details-values';
import { deleteDraft, storeDraft, type Draft, type RestoredDraft } from './draft-store';
import { tabId } from './tab-presence';
import { useAutosave } from './use-autosave';

type Options = Parameters<typeof useAutosave>[0];

const PAUSE_MS = 500;
const NOW = new Date('2026-01-01T12:00:00Z');
const store = createStore('hub-drafts', 'drafts');

let scope: string;
let lastScope = 0;
beforeEach(() => {
  scope = `user/${++lastScope}`;
  jest.useFakeTimers({ now: NOW });
});

/** Waits for the writes that have begun, and returns the drafts of the scope by tab. */
async function readDrafts(inScope = scope): Promise<Record<string, Draft<DetailsValues>>> {
  await act(() => deleteDraft('none'));
  const all = await entries<string, Draft<DetailsValues>>(store);
  const own = all.filter(([key]) => key.startsWith(`${inScope}/`));
  return Object.fromEntries(own.map(([key, draft]) => [key.slice(inScope.length + 1), draft]));
}

const valuesOf = (title: string) => ({ ...emptyValues, title });
const restoredDraft = (title: string): RestoredDraft<DetailsValues> => ({
  key: `${scope}/earlier`,
  values: valuesOf(title),
  version: 3,
  thumbnail: undefined,
  typedAt: 1,
  isImageMissing: false,
});

/** Mounts the hook for a form without changes; `type` changes the title. */
function mount(changes: Partial<Options> = {}) {
  let options: Options = {
    scope,
    restored: undefined,
    values: emptyValues,
    thumbnail: undefined,
    isDirty: false,
    version: 2,
    ...changes,
  };
  const { result, rerender, unmount } = renderHook((props: Options) => useAutosave(props), { initialProps: options });
  const change = (next: Partial<Options>) => {
    options = { ...options, ...next };
    rerender(options);
  };
  return {
    result,
    unmount,
    change,
    type: (title: string) => {
      change({ values: valuesOf(title), isDirty: true });
    },
  };
}

const pause = (ms = PAUSE_MS) => {
  act(() => {
    jest.advanceTimersByTime(ms);
  });
};

describe('a changed form', () => {
  test('is stored once typing pauses', async () => {
    const { type } = mount();
    for (const title of ['A', 'A t', 'A title']) {
      type(title);
      pause(PAUSE_MS - 1);
    }
    expect(await readDrafts()).toEqual({});
    pause(1);
    expect(await readDrafts()).toEqual({
      [tabId]: { values: valuesOf('A title'), version: 2, thumbnail: undefined, typedAt: Date.now() },
    });
  });

  test('says since when the browser holds it', async () => {
    const { type, change, result } = mount();
    expect(result.current.autosaveState).toEqual({ kind: 'none' });
    type('A title');
    pause();
    await readDrafts();
    expect(result.current.autosaveState).toEqual({ kind: 'stored', at: NOW.getTime() + PAUSE_MS });
    change({ values: emptyValues, isDirty: false });
    pause();
    await readDrafts();
    expect(result.current.autosaveState).toEqual({ kind: 'none' });
  });

  test('is not stored before anything is typed', async () => {
    const { unmount } = mount({ isDirty: true, values: valuesOf('Restored') });
    pause();
    unmount();
    expect(await readDrafts()).toEqual({});
  });

  test('is stored with what is being typed before the form knows it, and not after it is saved', async () => {
    const { type, result } = mount();
    type('A title');
    let typed = 'A';
    result.current.keepTyped(() => ({ content: typed }));
    typed = 'A long text';
    pause(PAUSE_MS / 2);
    expect((await readDrafts())[tabId]?.values).toEqual({ ...valuesOf('A title'), content: 'A long text' });
    result.current.keepTyped(() => ({ content: 'Saved' }));
    result.current.stopAutosave();
    pause();
    expect(await readDrafts()).toEqual({});
  });

  test('is deleted again when the changes are undone', async () => {
    const { type, change } = mount();
    type('A title');
    pause();
    expect(Object.keys(await readDrafts())).toEqual([tabId]);
    change({ values: emptyValues, isDirty: false });
    pause();
    expect(await readDrafts()).toEqual({});
  });

  test('is stored with the removal of its thumbnail', async () => {
    const { change } = mount();
    change({ thumbnail: 'remove', isDirty: true });
    pause();
    expect((await readDrafts())[tabId]).toMatchObject({ thumbnail: 'remove' });
  });

  test.each([
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    [
      'the tab is hidden',
      () => {
        jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
        document.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('is stored at once when %s', async (_name, leave) => {
    const { type } = mount();
    type('A title');
    leave();
    expect((await readDrafts())[tabId]?.values.title).toBe('A title');
  });

  test('is stored at once when the form is closed, and not again later', async () => {
    const { type, unmount } = mount();
    type('A title');
    unmount();
    expect((await readDrafts())[tabId]?.values.title).toBe('A title');
    await deleteDraft(`${scope}/${tabId}`);
    pause();
    expect(await readDrafts()).toEqual({});
  });
});

describe('after saving', () => {
  test('the draft is deleted, and later changes are stored again', async () => {
    const { type, result } = mount();
    type('A title');
    pause();
    type('Saved');
    result.current.deleteStoredDraft();
    pause();
    expect(await readDrafts()).toEqual({});
    type('Typed afterwards');
    pause();
    expect((await readDrafts())[tabId]?.values.title).toBe('Typed afterwards');
  });

  test('of a form that closes, nothing is stored any more', async () => {
    const { type, result, unmount } = mount();
    type('A title');
    pause();
    type('Saved');
    result.current.stopAutosave();
    type('Late');
    pause();
    unmount();
    expect(await readDrafts()).toEqual({});
  });
});

describe('a restored draft', () => {
  test('moves to this tab unchanged', async () => {
    const restored = restoredDraft('Earlier');
    await storeDraft(restored.key, { values: restored.values, version: 3, typedAt: 1 });
    mount({ restored, values: restored.values, isDirty: true });
    await act(() => readDrafts());
    expect(await readDrafts()).toEqual({
      [tabId]: { values: valuesOf('Earlier'), version: 3, thumbnail: undefined, typedAt: 1 },
    });
  });

  test('stays where it is when the browser refuses to store it again', async () => {
    const restored = restoredDraft('Earlier');
    await storeDraft(restored.key, { values: restored.values, version: 3, typedAt: 1 });
    refuseStorage();
    mount({ restored, values: restored.values, isDirty: true });
    await act(() => readDrafts());
    expect((await readDrafts())['earlier']?.values.title).toBe('Earlier');
  });
});

/** Lets writes to IndexedDB fail like a full disk until the end of the test. */
function refuseStorage() {
  return jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
}

test('a full storage does not affect the form, and autosave works again when there is space', async () => {
  const { type, result } = mount();
  const put = refuseStorage();
  type('A title');
  pause();
  expect(await readDrafts()).toEqual({});
  expect(put).toHaveBeenCalledTimes(1);
  expect(result.current.isOpenInOtherTab).toBe(false);
  expect(result.current.autosaveState).toEqual({ kind: 'failed' });
  put.mockRestore();
  type('A longer title');
  pause();
  expect((await readDrafts())[tabId]?.values.title).toBe('A longer title');
  expect(result.current.autosaveState).toMatchObject({ kind: 'stored' });
});

describe('other tabs', () => {
  let channel: BroadcastChannel;
  beforeEach(() => {
    channel = new BroadcastChannel('hub-drafts');
  });
  afterEach(() => {
    channel.close();
  });

  /** Sends a message as another tab, and waits for this tab's response. */
  const ask = (inScope: string) =>
    act(async () => {
      const response = new Promise((resolve) => {
        channel.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => {
          if (data.kind === 'here') resolve(data);
        });
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- channels reach their own origin only
      channel.postMessage({ kind: 'ask', scope: inScope, tab: 'other' });
      return response;
    });

  test('with the same form are detected and get a response', async () => {
    const { result } = mount();
    expect(result.current.isOpenInOtherTab).toBe(false);
    expect(await ask(scope)).toMatchObject({ scope, tab: tabId });
    expect(result.current.isOpenInOtherTab).toBe(true);
  });

  test('with another form do not matter', async () => {
    const { result } = mount();
    const { result: other } = mount({ scope: `${scope}-other` });
    await ask(`${scope}-other`);
    expect(other.current.isOpenInOtherTab).toBe(true);
    expect(result.current.isOpenInOtherTab).toBe(false);
  });

  test('keep their own drafts', async () => {
    await storeDraft(`${scope}/other`, { values: valuesOf('Theirs'), typedAt: 1 });
    const { type } = mount();
    type('Mine');
    pause();
    expect(Object.entries(await readDrafts()).map(([tab, { values }]) => [tab, values.title])).toEqual(
      expect.arrayContaining([
        [tabId, 'Mine'],
        ['other', 'Theirs'],
      ]),
    );
  });
});
