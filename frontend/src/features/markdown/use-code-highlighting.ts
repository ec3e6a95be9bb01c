import { useEffect, useState } from 'react';
import type { HastNode } from './hast';

type Highlight = (tree: HastNode) => void;

let loadedHighlight: Highlight | undefined;

/** Loads the highlighter after the text and only if there is code: it is as large as the rest of the page. */
export function useCodeHighlighting(text: string): Highlight | undefined {
  const [colour, setColour] = useState(() => loadedHighlight);
  const hasCode = /^\s{0,3}(```|~~~)\s*\S/m.test(text);

  useEffect(() => {
    if (!hasCode || loadedHighlight) return;
    let isActive = true;
    // Unhighlighted code is readable, so a failure is ignored.
    import('./code-highlighting').then(
      ({ highlightCode }) => {
        loadedHighlight = highlightCode;
        if (isActive) setColour(() => highlightCode);
      },
      () => undefined,
    );
    return () => {
      isActive = false;
    };
  }, [hasCode]);

  return hasCode ? colour : undefined;
}
