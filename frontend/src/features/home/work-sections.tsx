import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { WorkItemResponse } from '../../api/generated/model/workItemResponse';
import type { WorkListResponse } from '../../api/generated/model/workListResponse';
import type { WorkResponse } from '../../api/generated/model/workResponse';
import { formatDate } from '@hub/shared/formats';
import { messages } from '../../messages/common';
import { home } from '../../messages/home';
import { getNoteText } from '../../shared/content/note-text';
import { PathLink } from '../../shared/links';
import { isolate } from '../../ui/isolate';
import stretched from '../../ui/styles/stretched-link.module.css';
import { Section } from '../../ui/section';
import homeClasses from './home.module.css';
import classes from './work-sections.module.css';

const text = home.work;
/** From here on the server's counts are incomplete. */
const COUNT_CAP = 100;

interface WorkListProps {
  list: WorkListResponse;
  /** Says whose text it is, or what it is. */
  describe?: (item: WorkItemResponse) => ReactNode;
}

function WorkList({ list: { items, total }, describe }: WorkListProps) {
  return (
    <>
      <ul className={classes.list}>
        {items.map((item) => {
          const description = describe?.(item);
          return (
            <li key={item.id + String(item.is_edit)} className={classes.item}>
              <h3 className={classes.title}>
                <PathLink href={item.url} className={stretched.link}>
                  <bdi>{item.title}</bdi>
                </PathLink>
              </h3>
              {item.note && (
                <p className={classes.note} dir="auto">
                  {getNoteText(item.note)}
                </p>
              )}
              <p className={classes.meta}>
                {description && <span>{description}</span>}
                <time dateTime={item.changed_at}>{text.updated(formatDate(item.changed_at))}</time>
                {item.visibility !== 'PUBLIC' && <span>{messages.visibility[item.visibility]}</span>}
              </p>
            </li>
          );
        })}
      </ul>
      {total > items.length && (
        <p className={classes.more}>{total < COUNT_CAP ? text.more(total - items.length) : text.manyMore}</p>
      )}
    </>
  );
}

const describeSubmission = ({ is_edit, user_name }: WorkItemResponse) =>
  isolate(is_edit ? text.editBy : text.submittedBy, user_name);

interface WorkSectionsProps {
  work: WorkResponse;
  /** Reviewers always see their queue, also when it is empty. */
  isReviewer: boolean;
}

/** What the user has to do: items to review, returned texts and drafts. */
export function WorkSections({ work, isReviewer }: WorkSectionsProps) {
  const { review, changes_requested, drafts } = work;
  if (!isReviewer && changes_requested.total + drafts.total === 0) return null;
  return (
    <div className={classes.columns}>
      {isReviewer && (
        <Section
          title={text.review}
          moreLink={
            <span className={classes.links}>
              <Link to="/docs" search={{ status: 'IN_REVIEW' }}>
                {text.documentsInReview}
              </Link>
              <Link to="/videos" search={{ status: 'IN_REVIEW' }}>
                {text.videosInReview}
              </Link>
            </span>
          }
        >
          {review.total === 0 ? (
            <p className={homeClasses.nothing}>{text.nothingToReview}</p>
          ) : (
            <WorkList list={review} describe={describeSubmission} />
          )}
        </Section>
      )}
      {changes_requested.total > 0 && (
        <Section title={text.changesRequested}>
          <WorkList list={changes_requested} describe={({ is_edit }) => is_edit && text.yourEdit} />
        </Section>
      )}
      {drafts.total > 0 && (
        <Section
          title={text.drafts}
          moreLink={
            <Link to="/user/profile" search={{ tab: 'drafts' }}>
              {text.allDrafts}
            </Link>
          }
        >
          <WorkList list={drafts} />
        </Section>
      )}
    </div>
  );
}
