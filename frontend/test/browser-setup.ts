import '@testing-library/jest-dom/jest-globals';
import { afterEach, jest } from '@jest/globals';
import { configure } from '@testing-library/react';
import 'fake-indexeddb/auto';

// Testing Library advances fake timers by this global, which Jest does not define for ES modules.
Object.assign(globalThis, { jest });
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
Object.assign(document, { fonts: new EventTarget() });
Element.prototype.scrollIntoView = () => undefined;
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
document.addEventListener('keydown', (event) => {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (event.key === 'Escape' && !event.defaultPrevented)
    dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
});
