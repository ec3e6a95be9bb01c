import { useEffect, useState, type ComponentType } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '../../messages/en';
import { alert } from '../../ui/dialogs/dialogs';
import { opensPalette } from './palette-keys';

/** What was typed before the palette was there. */
export interface Early {
  text: string;
  /** Enter came last. */
  isEntered: boolean;
}

type Palette = ComponentType<{ early: Early; onClose: () => void }>;
export type LoadPalette = () => Promise<{ default: Palette }>;

/** As the palette itself would take the key; undefined for those that mean nothing to it. */
function typeEarly({ text }: Early, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): Early | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Enter') return { text, isEntered: text !== '' };
  if (key === 'Backspace') return { text: text.slice(0, -1), isEntered: false };
  return key.length === 1 ? { text: text + key, isEntered: false } : undefined;
}

/** Waits for the keys; the palette itself is loaded when it is first asked for, and gets what is typed meanwhile. */
export function PaletteHost({ load }: { load: LoadPalette }) {
  const [shown, setShown] = useState<{ Palette: Palette; early: Early }>();
  useEffect(() => {
    let early: Early | undefined;
    const open = () => {
      // What is asked in a dialog is answered first.
      if (early !== undefined || document.querySelector('dialog[open]')) return;
      early = { text: '', isEntered: false };
      load()
        .then(
          ({ default: Palette }) => {
            const typed = early;
            // At once, the focus included: what is typed between this and the next moment would be nobody's.
            if (typed) flushSync(() => setShown({ Palette, early: typed }));
          },
          () => void alert({ title: messages.common.loadFailed, text: messages.common.loadFailedOffline }),
        )
        .finally(() => {
          early = undefined;
        });
    };
    const handle = (event: KeyboardEvent) => {
      if (opensPalette(event)) open();
      else if (early === undefined) return;
      else if (event.key === 'Escape') early = undefined;
      else {
        const next = typeEarly(early, event);
        if (!next) return;
        early = next;
      }
      event.preventDefault();
    };
    window.addEventListener('keydown', handle);
    return () => {
      window.removeEventListener('keydown', handle);
    };
  }, [load]);
  return (
    shown && (
      <shown.Palette
        early={shown.early}
        onClose={() => {
          setShown(undefined);
        }}
      />
    )
  );
}
