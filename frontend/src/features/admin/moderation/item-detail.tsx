import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { formatDateTime } from '@hub/shared/formats';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { PathLink, UserLink } from '../../../shared/links';
import { documentQuery } from '../../../shared/content/document-cache';
import { videoQuery } from '../../../shared/content/video-cache';
import { insertElements } from '../../../ui/isolate';
import { Assignment } from './assignment';
import { DecisionButtons, type DecisionHandle } from './decision-buttons';
import type { DecisionRequest } from './decision-dialog';
import { ItemBadges, ItemTitle, WaitingSince } from './item-heading';
import { ItemPreview } from './item-preview';
import type { QueueSearch } from './search-params';
import classes from './moderation.module.css';

function Reports({ item }: { item: ModerationItemResponse }) {
  const more = item.report_count - item.reports.length;
  return (
    <section className={classes.section}>
      <h3 className={classes.sectionTitle}>{text.reports}</h3>
      <ul className={classes.reports}>
        {item.reports.map(({ reason, reporter_id, reporter_name, created_at }) => (
          <li key={reporter_id}>
            <p dir="auto" className={classes.note}>
              {reason}
            </p>
            <p className={classes.muted}>
              <UserLink id={reporter_id} name={reporter_name} />
              {' · '}
              <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            </p>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.muted}>{text.moreReports(more)}</p>}
    </section>
  );
}

/** The item with the version that its preview shows: the queue may have loaded a newer one, which has not been read. */
function useShownItem(item: ModerationItemResponse): ModerationItemResponse {
  const document = useQuery({ ...documentQuery(item.id), enabled: false });
  const video = useQuery({ ...videoQuery(item.id), enabled: false });
  const shown = item.type === 'video' ? video.data : document.data;
  return item.reason === 'review' && shown ? { ...item, version: shown.version } : item;
}

interface ItemDetailProps {
  item: ModerationItemResponse;
  search: QueueSearch;
  /** Focuses the heading: the entry replaces one that was decided on. */
  shouldFocus: boolean;
  onAsk: (request: DecisionRequest) => void;
  onRemoved: () => void;
  ref?: Ref<DecisionHandle>;
}

/** One entry of the queue with all that a decision needs. Mounted once per entry. */
export function ItemDetail({ item, search, shouldFocus, onAsk, onRemoved, ref }: ItemDetailProps) {
  const shownItem = useShownItem(item);
  const heading = useRef<HTMLHeadingElement>(null);
  const preview = useRef<HTMLDivElement>(null);
  const decision = useRef<DecisionHandle>(null);
  // A single letter decides on what has been shown only: neither while the preview loads nor after it failed to.
  const isShown = () => !preview.current?.querySelector('[aria-busy="true"], [role="alert"]');
  useImperativeHandle(ref, () => ({
    approve: () => {
      if (isShown()) decision.current?.approve();
    },
    reject: () => {
      if (isShown()) decision.current?.reject();
    },
  }));
  useEffect(() => {
    if (shouldFocus) heading.current?.focus();
  }, [shouldFocus]);
  return (
    <article className={classes.detail} aria-labelledby="moderated-item">
      <Link to="/admin/moderation" search={{ ...search, item: undefined }} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {text.back}
      </Link>
      <header>
        <ItemBadges item={item} />
        <h2 ref={heading} id="moderated-item" tabIndex={-1} className={classes.title}>
          <ItemTitle item={item} />
        </h2>
        <p className={classes.byline}>
          <span>
            <UserLink id={item.author_id} name={item.author_name} avatar={item.author_avatar} />
          </span>
          <span>{insertElements(text.since, <WaitingSince item={item} />)}</span>
          <PathLink href={item.url} className={classes.open}>
            <IconExternalLink size={16} aria-hidden="true" />
            {text.open(item.type)}
          </PathLink>
        </p>
      </header>
      <div className={classes.actions}>
        <DecisionButtons ref={decision} item={shownItem} hasNote onAsk={onAsk} onRemoved={onRemoved} />
        <Assignment item={item} />
      </div>
      {item.reason === 'report' && <Reports item={item} />}
      <div ref={preview} className={classes.preview}>
        <ItemPreview item={item} />
      </div>
    </article>
  );
}
