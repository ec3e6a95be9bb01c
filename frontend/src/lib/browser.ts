import { type MouseEvent, useSyncExternalStore } from 'react';
import { isServer } from './is-server';
import { subscribeToNothing } from './subscribe-to-nothing';

/** Whether a script or style sheet failed to load, judged by the browsers' error messages. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message);

/** Whether shortcuts use the ⌘ key. */
export const isApplePlatform = !isServer && /mac|iphone|ipad/i.test(navigator.platform);

/** The same for what is rendered. The server does not know it, and the first render in the browser equals its own. */
export const useIsApplePlatform = (): boolean =>
  useSyncExternalStore(
    subscribeToNothing,
    () => isApplePlatform,
    () => false,
  );

/** Whether a click opens its link in this tab: the main button without modifier keys. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** 128 random bits in hex. `crypto.randomUUID` requires https, which hubs on a local network may lack. */
export function createRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens the browser's file picker; resolves to an empty array when it is cancelled. Requires a user gesture. */
export function chooseFiles(accept: string, multiple = false): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = accept;
  input.multiple = multiple;
  return new Promise((resolve) => {
    input.addEventListener('change', () => {
      resolve([...(input.files ?? [])]);
    });
    input.addEventListener('cancel', () => {
      resolve([]);
    });
    input.click();
  });
}

/** Saves a file through the browser's download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers need the URL for a moment after the click.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, 60_000);
}

/** Returns whether copying succeeded. The clipboard API requires https, which hubs on a local network may lack. */
export async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement('textarea');
  area.value = text;
  // The page below a modal dialog is inert.
  ([...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}

/** Reloads the page if the server is reachable; otherwise the browser's error page would replace readable content. */
export async function reloadIfReachable(): Promise<void> {
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
  } catch {
    return;
  }
  window.location.reload();
}
