import { memo, useEffect, useMemo, useRef } from 'react';
import { formatDuration } from '../../../lib/time';
import { videoTexts as text } from '../../../messages/videos';
import { useCurrentIndex, usePlayback } from '../player/playback';
import type { TranscriptLine } from '@hub/shared/transcripts';
import classes from './watch-panes.module.css';

interface LineProps {
  line: TranscriptLine;
  isCurrent: boolean;
  onSeek: (seconds: number) => void;
}

const Line = memo(function Line({ line: { start, text: words }, isCurrent, onSeek }: LineProps) {
  if (start === null) {
    return (
      <li className={classes.plainLine}>
        <p>{words}</p>
      </li>
    );
  }
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => {
          onSeek(start);
        }}
      >
        <span className={classes.time}>{formatDuration(start)}</span>
        <span className={classes.entryText}>{words}</span>
      </button>
    </li>
  );
});

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Scrolls the pane, never the page, so that the current line is in its upper third. */
function scrollToLine(pane: HTMLElement, line: HTMLElement): void {
  const offset = line.getBoundingClientRect().top - pane.getBoundingClientRect().top;
  if (pane.scrollHeight <= pane.clientHeight) return;
  pane.scrollTo({
    top: pane.scrollTop + offset - pane.clientHeight / 3,
    behavior: prefersReducedMotion() ? 'auto' : 'smooth',
  });
}

/** The transcript follows the player, except while it is being read; timed lines start the player at their time. */
export function TranscriptPane({ lines }: { lines: readonly TranscriptLine[] }) {
  const { seek } = usePlayback();
  const pane = useRef<HTMLDivElement>(null);
  const isInUse = useRef(false);
  const starts = useMemo(() => lines.map(({ start }) => start), [lines]);
  const current = useCurrentIndex(starts);
  useEffect(() => {
    const line = pane.current?.querySelector<HTMLElement>('[aria-current]');
    if (pane.current && line && !isInUse.current) scrollToLine(pane.current, line);
  }, [current]);
  const startUse = () => {
    isInUse.current = true;
  };
  const endUse = () => {
    isInUse.current = false;
  };
  return (
    <div
      ref={pane}
      // Scrollable by keyboard, also where no line is a button.
      tabIndex={0}
      role="region"
      aria-label={text.transcript}
      className={classes.pane}
      onPointerEnter={startUse}
      onPointerLeave={endUse}
      onFocus={startUse}
      onBlur={endUse}
    >
      <ol className={classes.list}>
        {lines.map((line, index) => (
          <Line key={index} line={line} isCurrent={index === current} onSeek={seek} />
        ))}
      </ol>
    </div>
  );
}
