import { IconFileText, IconPlayerPlay, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { AboutItemResponse } from '../../../api/generated/model/aboutItemResponse';
import { formatDuration } from '../../../lib/time';
import { forumLinks as text } from '../../../messages/forum-links';
import { getItemParam } from '../../../shared/links';
import { isolate } from '../../../ui/isolate';
import classes from './linked.module.css';

const ICON = { size: 18, 'aria-hidden': true } as const;

interface VideoTimeProps {
  /** The slug or id of the video. */
  param: string;
  title: string;
  second: number;
}

/** The minute of a video that a thread is about; opens the video there. */
export function VideoTime({ param, title, second }: VideoTimeProps) {
  const time = formatDuration(second);
  return (
    <Link
      to="/videos/$id"
      params={{ id: param }}
      search={{ t: String(second) }}
      preload={false}
      activeProps={{}}
      aria-label={text.playAt({ title, time })}
      className={classes.time}
    >
      {text.at(time)}
    </Link>
  );
}

interface AboutCardProps {
  item: AboutItemResponse;
  /** Absent where the link is stored. */
  onRemove?: () => void;
}

/** The document or video that a thread is about. */
export function AboutCard({ item, onRemove }: AboutCardProps) {
  const { item_type, item_id, slug, title, second } = item;
  const param = getItemParam({ id: item_id, slug });
  const to = item_type === 'video' ? '/videos/$id' : '/docs/$id';
  return (
    <div className={classes.card}>
      {item_type === 'video' ? <IconPlayerPlay {...ICON} /> : <IconFileText {...ICON} />}
      <p className={classes.cardText}>
        <Link to={to} params={{ id: param }} className={classes.cardTitle}>
          {isolate(text.about, title)}
        </Link>
        {second !== null && <VideoTime param={param} title={title} second={second} />}
      </p>
      {onRemove && (
        <button type="button" className={classes.remove} aria-label={text.removeAbout(title)} onClick={onRemove}>
          <IconX {...ICON} />
        </button>
      )}
    </div>
  );
}
