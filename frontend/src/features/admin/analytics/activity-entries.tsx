import { Link } from '@tanstack/react-router';
import type { ActivityEventResponse } from '../../../api/generated/model/activityEventResponse';
import { formatRecentTime } from '@hub/shared/formats';
import { analyticsTexts } from '../../../messages/admin-analytics';
import { PathLink } from '../../../shared/links';
import classes from './activity.module.css';

const text = analyticsTexts.activity;
const sentences: Record<string, string | ((kind: string) => string)> = text.actions;

/** Types whose events are sentences without a title. */
const untitled: ReadonlySet<string> = new Set(['user', 'demo']);

/** An action as a sentence without its user and title. */
const describe = (action: string, contentType: string): string => {
  const sentence = Object.hasOwn(sentences, action) ? sentences[action] : undefined;
  return (typeof sentence === 'function' ? sentence(contentType) : sentence) ?? action;
};

/** The end of the id: it is random, while the beginning is a time that many ids share. */
const shortenId = (id: string) => id.slice(-8);

function UserId({ id, name }: { id: string | null; name: string | null }) {
  if (id === null) return <span>{text.anonymous}</span>;
  return (
    <Link to="/user/$id" params={{ id }} preload={false} title={id}>
      {name !== null && <bdi>{name}</bdi>} <code className={classes.id}>{shortenId(id)}</code>
    </Link>
  );
}

function ActivityEntry({ event }: { event: ActivityEventResponse }) {
  const { action, content_type, title, url, user_id, user_name, timestamp } = event;
  return (
    <li className={classes.entry}>
      <div className={classes.what}>
        <span className={classes.action}>{describe(action, content_type)}</span>
        {!untitled.has(content_type) &&
          (title !== null && url !== null ? (
            <PathLink href={url} className={classes.title}>
              {title}
            </PathLink>
          ) : (
            <span className={classes.unavailable}>{text.unavailable}</span>
          ))}
      </div>
      <div className={classes.who}>
        <UserId id={user_id} name={user_name} />
        <time dateTime={timestamp}>{formatRecentTime(Date.parse(timestamp))}</time>
      </div>
    </li>
  );
}

/** Events with action, type of content, time, and the shortened id of the user. */
export function ActivityEntries({ events }: { events: readonly ActivityEventResponse[] }) {
  return (
    <ol className={classes.list}>
      {events.map((event) => (
        <ActivityEntry key={event.id} event={event} />
      ))}
    </ol>
  );
}
