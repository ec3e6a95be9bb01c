import { lazy, Suspense, useMemo } from 'react';
import { isExpensiveMarkdown } from './expensive-markdown';
import type { HastNode } from './hast';
import classes from './markdown.module.css';
import { parseMarkdown } from './parse-markdown';
import { MarkdownTree } from './markdown-tree';
import { useCodeHighlighting } from './use-code-highlighting';

const LongMarkdown = lazy(() => import('./long-markdown'));

export interface MarkdownProps {
  text: string;
  /** Modifies the parsed tree; must be referentially stable. */
  adjust?: (tree: HastNode) => void;
  /** Comments have lower limits, because a page contains many. */
  isComment?: boolean;
}

function ShortMarkdown({ text, adjust }: MarkdownProps) {
  const colour = useCodeHighlighting(text);
  const tree = useMemo(() => {
    const parsed = parseMarkdown(text);
    colour?.(parsed);
    adjust?.(parsed);
    return parsed;
  }, [text, colour, adjust]);
  return <MarkdownTree tree={tree} />;
}

/** Renders user-written markdown as React elements; raw HTML is dropped. */
export function Markdown(props: MarkdownProps) {
  return (
    <div className={classes.markdown}>
      {isExpensiveMarkdown(props.text, props.isComment) ? (
        <Suspense>
          <LongMarkdown {...props} />
        </Suspense>
      ) : (
        <ShortMarkdown {...props} />
      )}
    </div>
  );
}
