import type { HastNode } from '@hub/shared/markdown/hast';
import { parseMarkdown } from '@hub/shared/markdown/parse-markdown';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { hasCodeLanguage } from './hast';
import type { MarkdownProps } from './markdown';
import { MarkdownTree } from './markdown-tree';
import { isExpensiveMarkdown } from './parse-within-limits';
import { getServerParser } from './server-parser';

type Highlight = (tree: HastNode) => void;

let loadedHighlight: Highlight | undefined;

const LongMarkdown = lazy(() => import('./long-markdown'));

/** Parses the text. The highlighter, as large as the rest of the page, loads afterwards and only if there is code. */
function useParsedMarkdown({ text, rawHtml, adjust }: MarkdownProps): HastNode {
  const [highlight, setHighlight] = useState(() => loadedHighlight ?? getServerParser()?.highlight);
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

/** Parses and renders a text; a long one in steps. */
export function MarkdownContent(props: MarkdownProps) {
  if (!isExpensiveMarkdown(props.text, props.isComment)) return <ShortMarkdown {...props} />;
  return (
    <Suspense>
      <LongMarkdown {...props} />
    </Suspense>
  );
}
