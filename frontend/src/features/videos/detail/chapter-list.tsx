import { useMemo } from 'react';
import type { Chapter } from '../../../api/generated/model/chapter';
import { formatDuration } from '../../../lib/time';
import { videoTexts as text } from '../../../messages/videos';
import { useCurrentIndex, usePlayback } from '../player/playback';
import classes from './watch-panes.module.css';

/** The chapters; the current one is highlighted, and each starts the player at its time. */
export function ChapterList({ chapters }: { chapters: readonly Chapter[] }) {
  const playback = usePlayback();
  const starts = useMemo(() => chapters.map(({ start_time }) => start_time), [chapters]);
  const current = useCurrentIndex(starts);
  return (
    <ol aria-label={text.chapters} className={classes.list}>
      {chapters.map(({ title, start_time, description }, index) => (
        <li key={index}>
          <button
            type="button"
            className={classes.entry}
            aria-current={index === current ? 'true' : undefined}
            onClick={() => {
              playback.seek(start_time);
            }}
          >
            <span className={classes.time}>{formatDuration(start_time)}</span>
            <span className={classes.entryText}>
              <span className={classes.entryTitle}>{title}</span>
              {description && <span className={classes.entryDescription}>{description}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
