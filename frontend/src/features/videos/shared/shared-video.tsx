import { parseTranscript } from '@hub/shared/transcripts';
import { type ReactNode, useMemo, useState } from 'react';
import type { SharedItemResponse } from '../../../api/generated/model/sharedItemResponse';
import type { SharedVideoResponse } from '../../../api/generated/model/sharedVideoResponse';
import { formatDuration } from '../../../lib/time';
import { messages } from '../../../messages/common';
import itemClasses from '../../../shared/content/item-meta.module.css';
import { HasLinkTargets } from '../../../shared/link-targets/link-targets';
import { Time } from '../../../ui/time';
import { Markdown } from '../../markdown/markdown';
import videoClasses from '../detail/video-screen.module.css';
import { PlayerStage } from '../detail/video-stage';
import { WatchPanes } from '../detail/watch-panes';
import { createPlayback, PlaybackContext } from '../player/playback';

interface SharedVideoProps {
  item: SharedItemResponse;
  video: SharedVideoResponse;
  /** What leads to other shared pages. */
  navigation: { list: ReactNode; neighbours: ReactNode };
}

export default function SharedVideo({ item, video, navigation }: SharedVideoProps) {
  const [playback] = useState(createPlayback);
  const lines = useMemo(() => parseTranscript(video.transcript), [video.transcript]);
  const { title, summary, content, thumbnail, version } = item;
  const hasPanes = video.chapters.length > 0 || lines.length > 0;
  return (
    <PlaybackContext value={playback}>
      {navigation.list}
      <div className={videoClasses.layout} data-panes={hasPanes || undefined}>
        <article className={videoClasses.article}>
          <PlayerStage video={{ ...video, title, thumbnail, version, file_id: null }} start={undefined} />
          <h1 tabIndex={-1} dir="auto" className={videoClasses.title}>
            {title}
          </h1>
          {summary && (
            <p dir="auto" className={itemClasses.summary}>
              {summary}
            </p>
          )}
          <div className={itemClasses.byline}>
            <Time iso={item.updated_at}>{messages.docs.updated}</Time>
            {video.duration_sec !== null && <span>{formatDuration(video.duration_sec)}</span>}
          </div>
        </article>
        {hasPanes && (
          <div className={videoClasses.side}>
            <WatchPanes chapters={video.chapters} lines={lines} />
          </div>
        )}
        <div className={videoClasses.below}>
          {content.trim() !== '' && (
            <HasLinkTargets value={false}>
              <Markdown text={content} isWhole />
            </HasLinkTargets>
          )}
          {navigation.neighbours}
        </div>
      </div>
    </PlaybackContext>
  );
}
