import { useEffect, useState } from 'react';
import type { HastNode } from './hast';

type Colour = (tree: HastNode) => void;

let loaded: Colour | undefined;

/** Colours for code arrive after the text and only where there is code: they weigh as much as the rest of the page. */
export function useCodeColours(text: string): Colour | undefined {
  const [colour, setColour] = useState(() => loaded);
  const hasCode = /^\s{0,3}(```|~~~)\s*\S/m.test(text);

  useEffect(() => {
    if (!hasCode || loaded) return;
    let wanted = true;
    // Plain code is readable too, so a failure here is not worth a word.
    import('./code-colours').then(
      ({ colourCode }) => {
        loaded = colourCode;
        if (wanted) setColour(() => colourCode);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [hasCode]);

  return hasCode ? colour : undefined;
}
