import { lazy, Suspense, useMemo } from 'react';
import { isDemanding } from './demanding';
import type { HastNode } from './hast';
import classes from './markdown.module.css';
import { parseMarkdown } from './parse-markdown';
import { Tree } from './tree';
import { useCodeColours } from './use-code-colours';

const LongMarkdown = lazy(() => import('./long-markdown'));

export interface MarkdownProps {
  text: string;
  /** Has the last word on what the text became; the same function as long as it does the same. */
  adjust?: (tree: HastNode) => void;
}

function ShortMarkdown({ text, adjust }: MarkdownProps) {
  const colour = useCodeColours(text);
  const tree = useMemo(() => {
    const parsed = parseMarkdown(text);
    colour?.(parsed);
    adjust?.(parsed);
    return parsed;
  }, [text, colour, adjust]);
  return <Tree tree={tree} />;
}

/** What people write, as React elements; HTML in it is dropped. */
export function Markdown(props: MarkdownProps) {
  return (
    <div className={classes.markdown}>
      {isDemanding(props.text) ? (
        <Suspense>
          <LongMarkdown {...props} />
        </Suspense>
      ) : (
        <ShortMarkdown {...props} />
      )}
    </div>
  );
}
