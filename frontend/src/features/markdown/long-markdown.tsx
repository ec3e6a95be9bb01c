import { useMemo, useState } from 'react';
import { longText } from '../../messages/en';
import { Button } from '../../ui/button';
import { Skeleton, SkeletonItem } from '../../ui/skeleton';
import type { HastNode } from './hast';
import type { MarkdownProps } from './markdown';
import { MarkdownTree } from './markdown-tree';
import { EXTENDED_TIMEOUT_MS, TIMEOUT_MS } from './parse-in-worker';
import { useGradualParts, useParsedInWorker } from './use-long-markdown';
import classes from './markdown.module.css';

interface NoticeProps {
  message: string;
  /** Absent where there is nothing to do. */
  action?: { label: string; isPending?: boolean; run: () => void };
}

function LongTextNotice({ message, action }: NoticeProps) {
  return (
    <div className={classes.notice}>
      <p>{message}</p>
      {action && (
        <Button variant="default" isLoading={action.isPending} onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

function Parts({ parts, describe }: { parts: readonly HastNode[] } & Pick<MarkdownProps, 'describe'>) {
  const count = useGradualParts(parts);
  const notice = useMemo(
    () => describe?.({ type: 'root', children: parts.flatMap(({ children }) => children ?? []) }),
    [describe, parts],
  );
  return (
    <>
      {notice}
      <div className={classes.long}>
        {parts.slice(0, count).map((tree, index) => (
          <MarkdownTree key={index} tree={tree} />
        ))}
      </div>
    </>
  );
}

/**
 * Renders texts that would block the page: parses them in a worker, and renders the beginning, the rest while the page
 * is idle or, in comments and previews, when the reader asks for it.
 */
export default function LongMarkdown(props: MarkdownProps) {
  const [wantsEverything, setWantsEverything] = useState(false);
  const [isPatient, setIsPatient] = useState(false);
  const parsed = useParsedInWorker(
    props,
    wantsEverything ? 'everything' : props.isWhole ? 'whole' : 'beginning',
    isPatient ? EXTENDED_TIMEOUT_MS : TIMEOUT_MS,
  );

  if (!parsed) {
    return (
      <Skeleton>
        <SkeletonItem height="12rem" />
      </Skeleton>
    );
  }
  const { parts, text, limitMs, isCut } = parsed;
  if (!parts) {
    const formatAnyway = { label: longText.formatAnyway, isPending: isPatient, run: () => setIsPatient(true) };
    return (
      <>
        <LongTextNotice message={longText.takesTooLong} action={limitMs === TIMEOUT_MS ? formatAnyway : undefined} />
        <div className={classes.unformatted}>{text}</div>
      </>
    );
  }
  return (
    <>
      <Parts parts={parts} describe={props.describe} />
      {isCut && (
        <LongTextNotice
          message={longText.isCut}
          action={{ label: longText.showAll, run: () => setWantsEverything(true) }}
        />
      )}
    </>
  );
}
