import type { ReactNode } from 'react';
import type { DocumentRevisionSummaryResponse } from '../../../api/generated/model/documentRevisionSummaryResponse';
import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { PersonLink } from '../../../shared/people/person-link';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import classes from './revisions.module.css';

const text = writing.revisions;

const tones: Record<DocumentRevisionSummaryResponse['state'], Tone> = {
  live: 'green',
  pending: 'amber',
  rejected: 'red',
};

interface RevisionEntryProps {
  revision: DocumentRevisionSummaryResponse;
  isCurrent: boolean;
  isCompared: boolean;
  /** The document's title now; another one is told. */
  title: string;
  onCompare: () => void;
  children?: ReactNode;
}

/** Versions are compared two by two; what never became one is compared with the text as it is now. */
function Head({ revision: { version, state }, isCurrent, isCompared, onCompare }: RevisionEntryProps) {
  if (version === null) return <Badge tone={tones[state]}>{text.states[state]}</Badge>;
  return (
    <label className={classes.choice}>
      <input type="checkbox" checked={isCompared} onChange={onCompare} />
      <span className={classes.version}>{text.version(version)}</span>
      {isCurrent && <Badge tone="green">{text.current}</Badge>}
    </label>
  );
}

export function RevisionEntry(props: RevisionEntryProps) {
  const { revision, isCompared, title, onCompare, children } = props;
  const { version, author_id, author_name, author_avatar, created_at, note, review_note } = revision;
  return (
    <li className={classes.revision} data-compared={isCompared || undefined}>
      <Head {...props} />
      <p className={classes.who}>
        <PersonLink id={author_id} name={author_name} avatar={author_avatar} /> ·{' '}
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </p>
      {revision.title !== title && <p className={classes.who}>{revision.title}</p>}
      {note && <p className={classes.note}>{note}</p>}
      {review_note && (
        <p className={classes.note}>
          <strong>{writing.review.changesRequested}</strong> {review_note}
        </p>
      )}
      {version === null && (
        <Button look="default" size="sm" className={classes.act} aria-pressed={isCompared} onClick={onCompare}>
          {text.compareWithCurrent}
        </Button>
      )}
      {children}
    </li>
  );
}
