import { useId, useState } from 'react';
import type { Chapter } from '../../../api/generated/model/chapter';
import { videoTexts as text } from '../../../messages/videos';
import { Tabs } from '../../../ui/tabs';
import type { TranscriptLine } from '@hub/shared/transcripts';
import { ChapterList } from './chapter-list';
import { TranscriptPane } from './transcript-pane';
import classes from './watch-panes.module.css';

interface WatchPanesProps {
  chapters: readonly Chapter[];
  lines: readonly TranscriptLine[];
}

/** Chapters and transcript, beside the player on wide screens; with both of them, one at a time. */
export function WatchPanes({ chapters, lines }: WatchPanesProps) {
  const panelId = useId();
  const [view, setView] = useState<'chapters' | 'transcript'>(chapters.length > 0 ? 'chapters' : 'transcript');
  const hasBoth = chapters.length > 0 && lines.length > 0;
  if (chapters.length === 0 && lines.length === 0) return null;
  return (
    <aside className={classes.panes} aria-label={hasBoth ? text.views : text[view]}>
      {hasBoth ? (
        <Tabs
          label={text.views}
          panelId={panelId}
          value={view}
          options={[
            { value: 'chapters', label: text.chapters },
            { value: 'transcript', label: text.transcript },
          ]}
          onChange={setView}
        />
      ) : (
        <h2 className={classes.heading}>{text[view]}</h2>
      )}
      <div
        id={panelId}
        role={hasBoth ? 'tabpanel' : undefined}
        aria-label={hasBoth ? text[view] : undefined}
        className={classes.panel}
      >
        {view === 'chapters' ? (
          <div className={classes.pane} tabIndex={-1}>
            <ChapterList chapters={chapters} />
          </div>
        ) : (
          <TranscriptPane lines={lines} />
        )}
      </div>
    </aside>
  );
}
