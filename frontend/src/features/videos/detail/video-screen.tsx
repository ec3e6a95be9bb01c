import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { usePageTitle } from '../../../lib/page';
import { formatDuration } from '../../../lib/time';
import { videoTexts as text } from '../../../messages/videos';
import { getShownStatus } from '../../../shared/content/enums';
import { Detail, ItemBreadcrumb, ItemByline, ItemDetails } from '../../../shared/content/item-meta';
import itemClasses from '../../../shared/content/item-meta.module.css';
import { useCanonicalUrl } from '../../../shared/content/use-canonical-url';
import { getItemParam } from '../../../shared/links';
import { ItemNeighbours, PageTreeButton, PageTreeColumn, useItemPages } from '../../../shared/page-tree/item-pages';
import { useSession } from '../../../shared/session/session';
import { videoQuery, viewedVideoQuery } from '../../../shared/content/video-cache';
import { LazyBoundary } from '../../../ui/lazy';
import { Discussion } from '../../comments/discussion';
import { Markdown } from '../../markdown/markdown';
import { createPlayback, getPlayedSecond, PlaybackContext } from '../player/playback';
import { loadPosition, usePositionStorage } from '../player/position';
import { isPlayable } from '../publication';
import { parseTranscript } from '@hub/shared/transcripts';
import { ShareActions } from './share-actions';
import { hasPlayer, VideoStage } from './video-stage';
import { WatchPanes } from './watch-panes';
import classes from './video-screen.module.css';

// Loaded on demand: most users are viewers and never need the author features.
const VideoActions = lazy(() => import('./video-actions'));
const HiddenNotice = lazy(() => import('../../editing/hidden-notice'));
const VideoNotices = lazy(() => import('./video-notices'));
const ProcessingNotice = lazy(async () => ({ default: (await import('./processing-views')).ProcessingNotice }));
const WatchedToEnd = lazy(() => import('../player/watched-to-end'));
const ResumeNotice = lazy(() => import('./resume-notice'));

const hasActions = ({ abilities }: VideoResponse): boolean =>
  Boolean(
    abilities?.edit ||
    abilities?.delete ||
    abilities?.publish ||
    abilities?.submit ||
    abilities?.withdraw ||
    abilities?.share,
  );

/** Whether there is something to say about the publication to those who can do something about it. */
const hasNotices = (video: VideoResponse): boolean =>
  video.review_note !== null ||
  (getShownStatus(video) === 'IN_REVIEW' && Boolean(video.abilities?.withdraw || video.abilities?.review));

/** Whether a player is shown although processing is going on, or has failed or was canceled. */
const hasProcessingNotice = (video: VideoResponse): boolean =>
  hasPlayer(video) && (video.processing !== null || video.error_reason !== null);

function About({ video }: { video: VideoResponse }) {
  return (
    <>
      {video.description.trim() !== '' && (
        <div className={classes.description}>
          <Markdown text={video.description} isWhole />
        </div>
      )}
      <ItemDetails item={video} listPath="/videos">
        {video.duration_sec !== null && <Detail label={text.duration}>{formatDuration(video.duration_sec)}</Detail>}
        <Detail label={text.source}>
          {video.source_url === null ? (
            text.sourceNames[video.source_type]
          ) : (
            <a href={video.source_url} rel="noreferrer">
              {text.sourceNames[video.source_type]}
            </a>
          )}
        </Detail>
        <Detail label={text.version}>{video.version}</Detail>
      </ItemDetails>
    </>
  );
}

type GetSecond = () => number | undefined;

/** What the forum adds to the page. */
interface ForumParts {
  renderThreads?: (video: VideoResponse, getSecond: GetSecond) => ReactNode;
  renderDiscuss?: (video: VideoResponse, getSecond: GetSecond) => ReactNode;
}

interface WatchPageProps extends ForumParts {
  video: VideoResponse;
  /** The time in the URL, in seconds. */
  time: number | undefined;
}

function WatchPage({ video, time, renderThreads, renderDiscuss }: WatchPageProps) {
  const { user } = useSession();
  const [playback] = useState(createPlayback);
  // Without a time in the URL it begins where the user stopped watching.
  const [position] = useState(() =>
    time === undefined && user ? loadPosition(video.id, video.duration_sec) : undefined,
  );
  const lines = useMemo(() => parseTranscript(video.transcript), [video.transcript]);
  const lastTime = useRef(time);
  // Another result of the search in the same video.
  useEffect(() => {
    if (time !== undefined && time !== lastTime.current) playback.seek(time);
    lastTime.current = time;
  }, [time, playback]);
  const getSecond = () => getPlayedSecond(playback);
  const hasPanes = video.chapters.length > 0 || lines.length > 0;
  const pages = useItemPages('video', video);
  return (
    <PlaybackContext value={playback}>
      <PositionStorage videoId={video.id} isEnabled={user !== null && isPlayable(video)} />
      {user && video.category && video.duration_sec !== null && (
        <LazyBoundary>
          <WatchedToEnd id={video.id} categoryId={video.category.id} duration={video.duration_sec} />
        </LazyBoundary>
      )}
      <div className={classes.page} data-tree={(pages && !hasPanes) || undefined}>
        {pages && !hasPanes && <PageTreeColumn page={pages.page} />}
        <div className={classes.main}>
          {pages && <PageTreeButton page={pages.page} />}
          <ItemBreadcrumb
            listPath="/videos"
            listName={text.backToVideos}
            category={video.category}
            trail={video.trail}
          />
          <div className={classes.layout} data-panes={hasPanes || undefined}>
            {video.is_hidden && (
              <div className={classes.notices}>
                <LazyBoundary>
                  <HiddenNotice kind="video" />
                </LazyBoundary>
              </div>
            )}
            {hasNotices(video) && (
              <div className={classes.notices}>
                <LazyBoundary>
                  <VideoNotices video={video} />
                </LazyBoundary>
              </div>
            )}
            <article className={classes.article}>
              <VideoStage video={video} start={position ?? time} />
              {hasProcessingNotice(video) && (
                <LazyBoundary>
                  <ProcessingNotice video={video} />
                </LazyBoundary>
              )}
              <h1 tabIndex={-1} dir="auto" className={classes.title}>
                {video.title}
              </h1>
              {video.summary && (
                <p dir="auto" className={itemClasses.summary}>
                  {video.summary}
                </p>
              )}
              <ItemByline item={video}>
                {video.duration_sec !== null && <span>{formatDuration(video.duration_sec)}</span>}
              </ItemByline>
              <div className={itemClasses.actions}>
                {hasActions(video) && (
                  <LazyBoundary>
                    <VideoActions video={video} />
                  </LazyBoundary>
                )}
                <ShareActions hasPlayer={isPlayable(video)} />
                <LazyBoundary fallback={<span className={classes.discussSlot} />}>
                  {renderDiscuss?.(video, getSecond)}
                </LazyBoundary>
                {position && isPlayable(video) && (
                  <LazyBoundary>
                    <ResumeNotice start={position} />
                  </LazyBoundary>
                )}
              </div>
            </article>
            {hasPanes && (
              <div className={classes.side}>
                <WatchPanes chapters={video.chapters} lines={lines} />
              </div>
            )}
            <div className={classes.below}>
              <About video={video} />
              {pages && <ItemNeighbours {...pages} />}
              <Discussion kind="video" content={video}>
                {renderThreads?.(video, getSecond)}
              </Discussion>
            </div>
          </div>
        </div>
      </div>
    </PlaybackContext>
  );
}

function PositionStorage({ videoId, isEnabled }: { videoId: string; isEnabled: boolean }) {
  usePositionStorage(videoId, isEnabled);
  return null;
}

interface VideoScreenProps extends ForumParts {
  id: string;
  time: number | undefined;
}

export function VideoScreen({ id, time, ...parts }: VideoScreenProps) {
  const queryClient = useQueryClient();
  const { data: video } = useSuspenseQuery(viewedVideoQuery(id));
  usePageTitle(video.meta_title || video.title);
  const param = getItemParam(video);
  useCanonicalUrl({ path: '/videos/$id', id: param, opened: id }, () => {
    queryClient.setQueryData(videoQuery(param).queryKey, video);
  });
  return <WatchPage key={video.id} video={video} time={time} {...parts} />;
}
