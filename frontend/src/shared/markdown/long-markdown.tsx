import { useEffect, useMemo, useState } from 'react';
import { longText } from '../../messages/en-long-text';
import { Bone } from '../../ui/bone';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import type { HastNode } from './hast';
import type { MarkdownProps } from './markdown';
import classes from './markdown.module.css';
import { parseAside } from './parse-aside';
import { Tree } from './tree';
import { beginningOf } from './tree-limits';

/** About what a slow computer draws in a tenth of a second. */
const FIRST_NODES = 2_500;

type Parsed = { text: string; tree: HastNode | undefined };

function useParsed({ text, adjust }: MarkdownProps): Parsed | undefined {
  const [parsed, setParsed] = useState<Parsed>();
  useEffect(() => {
    const stopping = new AbortController();
    void parseAside(text, stopping.signal).then((tree) => {
      if (stopping.signal.aborted) return;
      if (tree) adjust?.(tree);
      setParsed({ text, tree });
    });
    return () => {
      stopping.abort();
    };
  }, [text, adjust]);
  // While the next text is parsed, the former one stays.
  return parsed;
}

/** A text that would hold up the page: parsed beside it, and drawn in full only when somebody wants all of it. */
export default function LongMarkdown(props: MarkdownProps) {
  const parsed = useParsed(props);
  // Whoever follows a link to a heading wants to get there, wherever it stands.
  const [wantsAll, setWantsAll] = useState(() => window.location.hash !== '');
  const tree = parsed?.tree;
  const beginning = useMemo(() => tree && beginningOf(tree, wantsAll ? Infinity : FIRST_NODES), [tree, wantsAll]);

  if (!parsed) {
    return (
      <Skeleton>
        <Bone height="12rem" />
      </Skeleton>
    );
  }
  if (!beginning) {
    return (
      <>
        <p className={classes.notice}>{longText.tooIntricate}</p>
        <div className={classes.unformatted}>{parsed.text}</div>
      </>
    );
  }
  return (
    <>
      <div className={classes.long}>
        <Tree tree={beginning.tree} />
      </div>
      {!beginning.isWhole && (
        <div className={classes.notice}>
          <p>{longText.onlyBeginning}</p>
          <Button
            look="default"
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
