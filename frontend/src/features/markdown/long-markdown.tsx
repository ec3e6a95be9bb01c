import { startTransition, useEffect, useState } from 'react';
import { longText } from '../../messages/en';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import type { MarkdownProps } from './markdown';
import { MarkdownTree } from './markdown-tree';
import { EXTENDED_TIMEOUT_MS, parseMarkdownInWorker, type ParseResult, TIMEOUT_MS } from './parse-in-worker';
import classes from './markdown.module.css';

/** About the number of nodes a slow device renders in 100 ms. */
const FIRST_NODES = 2_500;

type ParsedMarkdown = { text: string; result: ParseResult | undefined; limitMs: number };

function useParsedMarkdown(
  { text, rawHtml = 'omit', adjust }: MarkdownProps,
  maxNodes: number,
  limitMs: number,
): ParsedMarkdown | undefined {
  const [parsed, setParsed] = useState<ParsedMarkdown>();
  useEffect(() => {
    const stopping = new AbortController();
    void parseMarkdownInWorker({ text, rawHtml, maxNodes }, stopping.signal, limitMs).then((result) => {
      if (stopping.signal.aborted) return;
      if (result) adjust?.(result.tree);
      // A transition, so that rendering a long text can be interrupted by user input.
      startTransition(() => {
        setParsed({ text, result, limitMs });
      });
    });
    return () => {
      stopping.abort();
    };
  }, [text, rawHtml, adjust, maxNodes, limitMs]);
  // Keeps the previous result while the next text is parsed.
  return parsed;
}

/**
 * Renders texts that would block the page: parses them in a worker and renders only the beginning until the reader asks
 * for the rest.
 */
export default function LongMarkdown(props: MarkdownProps) {
  // A link to a heading requires the full text.
  const [wantsAll, setWantsAll] = useState(() => !props.isComment && window.location.hash !== '');
  const [isPatient, setIsPatient] = useState(false);
  const parsed = useParsedMarkdown(
    props,
    wantsAll ? Infinity : FIRST_NODES,
    isPatient ? EXTENDED_TIMEOUT_MS : TIMEOUT_MS,
  );

  if (!parsed) {
    return (
      <Skeleton>
        <SkeletonItem height="12rem" />
      </Skeleton>
    );
  }
  const { result } = parsed;
  if (!result) {
    return (
      <>
        <div className={classes.notice}>
          <p>{longText.takesTooLong}</p>
          {parsed.limitMs === TIMEOUT_MS && (
            <Button
              variant="default"
              isLoading={isPatient}
              onClick={() => {
                setIsPatient(true);
              }}
            >
              {longText.formatAnyway}
            </Button>
          )}
        </div>
        <div className={classes.unformatted}>{parsed.text}</div>
      </>
    );
  }
  return (
    <>
      {props.describe?.(result.tree)}
      <div className={classes.long}>
        <MarkdownTree tree={result.tree} />
      </div>
      {!result.isComplete && (
        <div className={classes.notice}>
          <p>{longText.onlyBeginning}</p>
          <Button
            variant="default"
            onClick={() => {
              setWantsAll(true);
            }}
          >
            {longText.showAll}
          </Button>
        </div>
      )}
    </>
  );
}
