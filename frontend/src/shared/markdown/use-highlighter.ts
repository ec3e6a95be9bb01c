import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Plugins = NonNullable<Options['rehypePlugins']>;

const NONE: Plugins = [];
let loaded: Plugins | undefined;

/** Colours for code arrive after the text and only where there is code: they weigh as much as the rest of the page. */
export function useHighlighter(text: string): Plugins {
  const [plugins, setPlugins] = useState(loaded ?? NONE);
  const hasCode = /^\s{0,3}(```|~~~)\s*\S/m.test(text);

  useEffect(() => {
    if (!hasCode || loaded) return;
    let wanted = true;
    // Plain code is readable too, so a failure here is not worth a word.
    import('./rehype-code-colours').then(
      ({ default: rehypeCodeColours }) => {
        loaded = [rehypeCodeColours];
        if (wanted) setPlugins(loaded);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [hasCode]);

  return hasCode ? plugins : NONE;
}
