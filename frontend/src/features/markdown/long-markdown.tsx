import type { HastNode } from '@hub/shared/markdown/hast';
import { type ReactNode, useMemo, useState } from 'react';
import { longText } from '../../messages/common';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import type { MarkdownProps } from './markdown';
import { MarkdownTree } from './markdown-tree';
import { useGradualParts, useParsedInWorker } from './use-long-markdown';
import classes from './markdown.module.css';

/** @param children an action, where there is something to do */
function LongTextNotice({ message, children }: { message: string; children?: ReactNode }) {
  return (
    <div className={classes.notice}>
      <p>{message}</p>
      {children}
    </div>
  );
}

function Parts({ parts, describe }: { parts: readonly HastNode[] } & Pick<MarkdownProps, 'describe'>) {
  const shown = useGradualParts(parts);
  const notice = useMemo(
    () => describe?.({ type: 'root', children: parts.flatMap(({ children }) => children ?? []) }),
    [describe, parts],
  );
  return (
    <>
      {notice}
      <div className={classes.long}>
        {shown.map((tree, index) => (
          <MarkdownTree key={index} tree={tree} />
        ))}
      </div>
    </>
  );
}

/**
 * Renders texts that would block the page: parses them in a worker, and renders the beginning, the rest while the page
 * is idle or, in comments and previews, when the reader asks for it. What cannot be formatted is shown to its end as
 * plain text.
 */
export default function LongMarkdown(props: MarkdownProps) {
  const [wantsEverything, setWantsEverything] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const parsed = useParsedInWorker(props, wantsEverything || props.isWhole ? 'whole' : 'beginning', attempt);

  if (!parsed) {
    return (
      <Skeleton>
        <SkeletonItem height="12rem" />
      </Skeleton>
    );
  }
  const { parts, text, outcome, isCut } = parsed;
  if (outcome === 'tooLarge' || outcome === 'failed') {
    return (
      <>
        <LongTextNotice message={outcome === 'failed' ? longText.notFormatted : longText.tooLarge}>
          {outcome === 'failed' && (
            <Button variant="default" isLoading={parsed.attempt < attempt} onClick={() => setAttempt(attempt + 1)}>
              {longText.formatAgain}
            </Button>
          )}
        </LongTextNotice>
        <div className={classes.unformatted}>{text}</div>
      </>
    );
  }
  return (
    <>
      <Parts parts={parts} describe={props.describe} />
      {isCut && (
        <LongTextNotice message={longText.isCut}>
          {/* Marked for clicks in the server's HTML. */}
          <Button variant="default" onClick={() => setWantsEverything(true)} data-shows-all="">
            {longText.showAll}
          </Button>
        </LongTextNotice>
      )}
    </>
  );
}
