import { lazy, Suspense, useMemo } from 'react';
import { isDemanding } from './demanding';
import classes from './markdown.module.css';
import { parseMarkdown } from './parse-markdown';
import { Tree } from './tree';
import { useCodeColours } from './use-code-colours';

const LongMarkdown = lazy(() => import('./long-markdown'));

function ShortMarkdown({ text }: { text: string }) {
  const colour = useCodeColours(text);
  const tree = useMemo(() => {
    const parsed = parseMarkdown(text);
    colour?.(parsed);
    return parsed;
  }, [text, colour]);
  return <Tree tree={tree} />;
}

/** What people write, as React elements; HTML in it is dropped. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      {isDemanding(text) ? (
        <Suspense>
          <LongMarkdown text={text} />
        </Suspense>
      ) : (
        <ShortMarkdown text={text} />
      )}
    </div>
  );
}
