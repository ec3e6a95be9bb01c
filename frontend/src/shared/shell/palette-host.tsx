import { useEffect, useState, type ComponentType } from 'react';
import { messages } from '../../messages/en';
import { alert } from '../../ui/dialogs/dialogs';
import { opensPalette } from './palette-keys';

type Palette = ComponentType<{
  /** What was typed before it was there. */
  early: string;
  onClose: () => void;
}>;
export type LoadPalette = () => Promise<{ default: Palette }>;

const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (key.length === 1 || key === 'Enter') && !ctrlKey && !metaKey && !altKey;

/** Waits for the keys; the palette itself is loaded when it is first asked for, and gets what is typed meanwhile. */
export function PaletteHost({ load }: { load: LoadPalette }) {
  const [shown, setShown] = useState<{ Palette: Palette; early: string }>();
  useEffect(() => {
    let early: string | undefined;
    const open = () => {
      // What is asked in a dialog is answered first.
      if (early !== undefined || document.querySelector('dialog[open]')) return;
      early = '';
      load()
        .then(
          ({ default: Palette }) => {
            if (early !== undefined) setShown({ Palette, early });
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
      else if (!isText(event)) return;
      else if (event.key !== 'Enter') early += event.key;
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
