import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { hasCodeLanguage, type HastNode } from './hast';
import { MarkdownTree } from './markdown-tree';
import type { RawHtml } from './mdast-handlers';
import { isExpensiveMarkdown, parseMarkdown } from './parse-markdown';
import classes from './markdown.module.css';

type Highlight = (tree: HastNode) => void;

let loadedHighlight: Highlight | undefined;

const LongMarkdown = lazy(() => import('./long-markdown'));

export interface MarkdownProps {
  text: string;
  /** Modifies the parsed tree; must be referentially stable. */
  adjust?: (tree: HastNode) => void;
  /** Comments have lower limits, because a page contains many. */
  isComment?: boolean;
  /** Long texts are rendered to their end, in steps; by default only when the reader asks for it. */
  isWhole?: boolean;
  /** Omitted by default. */
  rawHtml?: RawHtml;
  /** Renders a notice above the text, about its tree. */
  describe?: (tree: HastNode) => ReactNode;
}

/** Parses the text. The highlighter, as large as the rest of the page, loads afterwards and only if there is code. */
function useParsedMarkdown({ text, rawHtml, adjust }: MarkdownProps): HastNode {
  const [highlight, setHighlight] = useState(() => loadedHighlight);
  const tree = useMemo(() => {
    const parsed = parseMarkdown(text, rawHtml);
    highlight?.(parsed);
    adjust?.(parsed);
    return parsed;
  }, [text, rawHtml, highlight, adjust]);

  const needsHighlight = !highlight && hasCodeLanguage(tree);
  useEffect(() => {
    if (!needsHighlight) return;
    let isActive = true;
    // Unhighlighted code is readable, so a failure is ignored.
    import('./code-highlighting').then(
      ({ highlightCode }) => {
        loadedHighlight = highlightCode;
        if (isActive) setHighlight(() => highlightCode);
      },
      () => undefined,
    );
    return () => {
      isActive = false;
    };
  }, [needsHighlight]);

  return tree;
}

function ShortMarkdown(props: MarkdownProps) {
  const tree = useParsedMarkdown(props);
  return (
    <>
      {props.describe?.(tree)}
      <MarkdownTree tree={tree} />
    </>
  );
}

/** Renders user-written markdown as React elements; raw HTML is never interpreted. */
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
