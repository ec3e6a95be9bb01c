import '@testing-library/jest-dom/jest-globals';
import { afterAll, afterEach, jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import 'fake-indexeddb/auto';

// Testing Library advances fake timers by this global, which Jest does not define for ES modules.
Object.assign(globalThis, { jest, IS_REACT_ACT_ENVIRONMENT: true });
// Generous, because a busy machine must not fail a test.
configure({ asyncUtilTimeout: 10_000 });
jest.setTimeout(30_000);

// jsdom implements neither layout, fonts nor modal dialogs.
class ObserverStub {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
Object.assign(window, {
  ResizeObserver: ObserverStub,
  IntersectionObserver: ObserverStub,
  matchMedia: (media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});
Object.assign(document, { fonts: new EventTarget(), elementFromPoint: () => null });
Element.prototype.scrollIntoView = () => undefined;
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
window.scrollTo = () => undefined;

/** The elements to which the browser returns the focus when a dialog closes. */
const openers = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal = function showModal() {
  openers.set(this, document.activeElement);
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  const opener = openers.get(this);
  if (opener instanceof HTMLElement) opener.focus();
};
/** Ends with the file: the next one has the same page. */
const ended = new AbortController();
const onKeyDown = (event: KeyboardEvent) => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (event.key === 'Escape' && !event.defaultPrevented)
    dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
};
document.addEventListener('keydown', onKeyDown, { signal: ended.signal });

afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
  clearPage();
});

// What the file before has left, whose last request may have ended after it.
clearPage();
afterAll(async () => {
  ended.abort();
  for (const { name } of await indexedDB.databases()) await clearDatabase(name ?? '');
});

/** What outlives the elements of a test. */
function clearPage(): void {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.title = '';
}

/** Empties a database that the app keeps open. */
async function clearDatabase(name: string): Promise<void> {
  const opening = indexedDB.open(name);
  await new Promise((resolve) => (opening.onsuccess = resolve));
  const database = opening.result;
  for (const store of database.objectStoreNames) {
    const clearing = database.transaction(store, 'readwrite').objectStore(store).clear();
    await new Promise((resolve) => (clearing.onsuccess = resolve));
  }
  database.close();
}
