import { type ComponentType, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isApplePlatform, useIsApplePlatform } from '../../lib/browser';
import { messages } from '../../messages/common';
import { alert } from '../../ui/dialogs/dialogs';

/** The palette's shortcut, for the screen and for assistive technologies. */
export const usePaletteShortcut = () =>
  useIsApplePlatform() ? { shown: '⌘K', keys: 'Meta+K' } : { shown: `${messages.keys.control} K`, keys: 'Control+K' };

/** Editors that use the same keys have prevented the default already. */
export function isPaletteShortcut(event: KeyboardEvent): boolean {
  const { key, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  const isHeld = isApplePlatform ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return key.toLowerCase() === 'k' && isHeld && !shiftKey && !altKey && !defaultPrevented;
}

/** Input typed before the palette was loaded. */
export interface BufferedInput {
  text: string;
  /** Enter was pressed last. */
  isSubmitted: boolean;
}

type Palette = ComponentType<{ bufferedInput: BufferedInput; onClose: () => void }>;
export type LoadPalette = () => Promise<{ default: Palette }>;

/** Applies a key as the palette would; undefined for keys without a meaning there. */
function bufferKey(
  { text }: BufferedInput,
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
): BufferedInput | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Enter') return { text, isSubmitted: text !== '' };
  if (key === 'Backspace') return { text: text.slice(0, -1), isSubmitted: false };
  return key.length === 1 ? { text: text + key, isSubmitted: false } : undefined;
}

let openHostedPalette: () => void = () => undefined;

/** Opens the palette as its shortcut does. */
export function openPalette(): void {
  openHostedPalette();
}

/** Listens for the palette's shortcut, loads the palette on first use and passes on what is typed meanwhile. */
export function PaletteHost({ load }: { load: LoadPalette }) {
  const [opened, setOpened] = useState<{ Palette: Palette; bufferedInput: BufferedInput }>();
  useEffect(() => {
    let early: BufferedInput | undefined;
    const open = () => {
      // An open dialog takes precedence.
      if (early !== undefined || document.querySelector('dialog[open]')) return;
      early = { text: '', isSubmitted: false };
      load()
        .then(
          ({ default: Palette }) => {
            const buffered = early;
            // Synchronous, including the focus: keys pressed before the next render would be lost.
            if (buffered) flushSync(() => setOpened({ Palette, bufferedInput: buffered }));
          },
          () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline }),
        )
        .finally(() => {
          early = undefined;
        });
    };
    const handle = (event: KeyboardEvent) => {
      if (isPaletteShortcut(event)) open();
      // The key that opened the palette is not typed into it.
      else if (early === undefined || event.defaultPrevented) return;
      else if (event.key === 'Escape') early = undefined;
      else {
        const next = bufferKey(early, event);
        if (!next) return;
        early = next;
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', handle);
    openHostedPalette = open;
    return () => {
      openHostedPalette = () => undefined;
      window.removeEventListener('keydown', handle);
    };
  }, [load]);
  return (
    opened && (
      <opened.Palette
        bufferedInput={opened.bufferedInput}
        onClose={() => {
          setOpened(undefined);
        }}
      />
    )
  );
}
