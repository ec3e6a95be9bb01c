import { IconFileText, IconMessageCircle, IconPlayerPlayFilled, IconVideo } from '@tabler/icons-react';
import { createElement, use, useState } from 'react';
import type { ContentStatus } from '../../api/generated/model/contentStatus';
import type { LinkResponse } from '../../api/generated/model/linkResponse';
import type { Visibility } from '../../api/generated/model/visibility';
import { formatDuration, parseUrlTime } from '../../lib/time';
import { cards } from '../../messages/cards';
import { messages } from '../../messages/common';
import { UnusualStatusBadge, VisibilityMark } from '../../shared/content/content-meta';
import { InlineVideo } from '../../shared/link-targets/inline-video';
import { PathLink } from '../../shared/links';
import { Badge } from '../../ui/badge';
import { LazyBoundary } from '../../ui/lazy';
import stretched from '../../ui/styles/stretched-link.module.css';
import classes from './link-card.module.css';

type Kind = keyof typeof cards.kinds;

const icons = { document: IconFileText, video: IconVideo, thread: IconMessageCircle, post: IconMessageCircle };

/** The time that the address of a video names, in seconds. */
const getStart = ({ url }: LinkResponse): number | undefined =>
  parseUrlTime(new URLSearchParams(url.split('#', 1)[0]?.split('?')[1]).get('t') ?? undefined);

interface PictureProps {
  target: LinkResponse;
  play: (() => void) | undefined;
}

/** What a card shows beside its words; of a video the button that plays it. */
function Picture({ target, play }: PictureProps) {
  const Icon = icons[target.type as Kind];
  const image = target.thumbnail ? (
    <img src={target.thumbnail} alt="" loading="lazy" />
  ) : (
    <Icon size={28} stroke={1.5} aria-hidden="true" />
  );
  if (!play) {
    return (
      <span className={classes.picture} data-icon={target.thumbnail === null || undefined}>
        {image}
      </span>
    );
  }
  const start = getStart(target);
  const { title } = target;
  const label = start ? cards.playFrom({ title, time: formatDuration(start) }) : cards.play(title);
  return (
    <button
      type="button"
      className={classes.picture}
      aria-label={label}
      onClick={(event) => {
        // A click on an image of the text would enlarge it.
        event.preventDefault();
        play();
      }}
    >
      {target.thumbnail && image}
      <span className={classes.play}>
        <IconPlayerPlayFilled size={20} aria-hidden="true" />
      </span>
    </button>
  );
}

/** Its kind and its state, where that is not the usual one. */
function State({ target }: { target: LinkResponse }) {
  const { type, status, visibility, is_hidden, is_solved } = target;
  const start = type === 'video' ? getStart(target) : undefined;
  return (
    <span className={classes.state}>
      <span>{cards.kinds[type as Kind]}</span>
      {start !== undefined && start > 0 && <span>{cards.from(formatDuration(start))}</span>}
      {is_hidden && <Badge tone="red">{messages.common.hidden}</Badge>}
      {status !== null && <UnusualStatusBadge status={status as ContentStatus} />}
      {visibility !== null && <VisibilityMark visibility={visibility as Visibility} />}
      {is_solved && <Badge tone="green">{cards.solved}</Badge>}
    </span>
  );
}

/** A document, video, thread or post that is linked in a text, as the reader may see it. */
export default function LinkCard({ target }: { target: LinkResponse }) {
  const player = use(InlineVideo);
  const [isPlaying, setPlaying] = useState(false);
  const { type, id, url, title, status, excerpt, author_name, category_name, duration_sec, reply_count } = target;
  const canPlay = type === 'video' && player !== undefined && status !== 'ERROR' && status !== 'PROCESSING';
  const facts = [
    author_name,
    category_name,
    duration_sec !== null ? formatDuration(duration_sec) : null,
    reply_count !== null ? cards.replies(reply_count) : null,
  ].filter((fact) => fact !== null);
  return (
    <article className={classes.card} aria-label={title}>
      {player && isPlaying && (
        <div className={classes.player}>
          <LazyBoundary errorFallback={<p role="alert">{cards.loadFailed}</p>}>
            {createElement(player, { id, start: getStart(target) })}
          </LazyBoundary>
        </div>
      )}
      <div className={classes.row}>
        {!isPlaying && (
          <Picture
            target={target}
            play={
              canPlay
                ? () => {
                    setPlaying(true);
                  }
                : undefined
            }
          />
        )}
        <div className={classes.words}>
          <State target={target} />
          <span dir="auto" className={classes.title}>
            <PathLink href={url} className={stretched.link}>
              {title}
            </PathLink>
          </span>
          {excerpt && (
            <span dir="auto" className={classes.excerpt}>
              {excerpt}
            </span>
          )}
          <span className={classes.facts}>{facts.join(' · ')}</span>
        </div>
      </div>
    </article>
  );
}
