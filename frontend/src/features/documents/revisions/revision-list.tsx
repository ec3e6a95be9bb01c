import type { ReactNode } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentRevisionSummaryResponse } from '../../../api/generated/model/documentRevisionSummaryResponse';
import { formatDateTime } from '@hub/shared/formats';
import { review, revisions as text } from '../../../messages/review';
import { getNoteText } from '../../../shared/content/note-text';
import { UserLink } from '../../../shared/links';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { ChangeRequest, Reviewer } from '../../editing/change-request';
import { useRestore } from './queries';
import classes from './revisions.module.css';

const tonesByState: Record<DocumentRevisionSummaryResponse['state'], Tone> = {
  live: 'green',
  pending: 'amber',
  rejected: 'red',
};

interface RevisionEntryProps {
  revision: DocumentRevisionSummaryResponse;
  isCurrent: boolean;
  isCompared: boolean;
  /** The document's current title; the entry shows the revision's title only if it differs. */
  title: string;
  onCompare: () => void;
  children?: ReactNode;
}

/** Versions are compared in pairs; a revision without a version is compared with the current text. */
function RevisionHeader({ revision: { version, state }, isCurrent, isCompared, onCompare }: RevisionEntryProps) {
  if (version === null) return <Badge tone={tonesByState[state]}>{text.states[state]}</Badge>;
  return (
    <label className={classes.choice}>
      <input type="checkbox" checked={isCompared} onChange={onCompare} />
      <span className={classes.version}>{text.version(version)}</span>
      {isCurrent && <Badge tone="green">{text.current}</Badge>}
    </label>
  );
}

function RevisionEntry(props: RevisionEntryProps) {
  const { revision, isCompared, title, onCompare, children } = props;
  const { version, author_id, author_name, author_avatar, created_at, note, review_note, reviewer_id } = revision;
  return (
    <li className={classes.revision} data-compared={isCompared || undefined}>
      <RevisionHeader {...props} />
      <p className={classes.byline}>
        <UserLink id={author_id} name={author_name} avatar={author_avatar} />
        <time dateTime={created_at}>{formatDateTime(created_at)}</time>
      </p>
      {revision.title !== title && <p className={classes.user}>{revision.title}</p>}
      {note && <p className={classes.note}>{getNoteText(note)}</p>}
      <ChangeRequest review={revision} />
      {reviewer_id && !review_note && (
        <Reviewer review={revision} action={review.approvedIt} anonymousAction={review.approvedAnonymously} />
      )}
      {version === null && (
        <Button variant="default" size="sm" className={classes.action} aria-pressed={isCompared} onClick={onCompare}>
          {text.compareWithCurrent}
        </Button>
      )}
      {children}
    </li>
  );
}

interface RevisionListProps {
  document: DocumentResponse;
  revisions: readonly DocumentRevisionSummaryResponse[];
  /** The compared versions, or the id of a revision without one. */
  compared: readonly (number | string)[];
  onCompare: (which: number | string) => void;
}

export function RevisionList({ document, revisions, compared, onCompare }: RevisionListProps) {
  const { restore, pendingVersion } = useRestore(document);
  return (
    <ol className={classes.list}>
      {revisions.map((revision) => {
        const { id, version } = revision;
        const isCurrent = version === document.version;
        return (
          <RevisionEntry
            key={id}
            revision={revision}
            isCurrent={isCurrent}
            isCompared={compared.includes(version ?? id)}
            title={document.title}
            onCompare={() => {
              onCompare(version ?? id);
            }}
          >
            {document.abilities?.edit && !isCurrent && version !== null && (
              <Button
                variant="default"
                size="sm"
                className={classes.action}
                aria-label={text.restoreNamed(version)}
                isLoading={pendingVersion === version}
                onClick={() => void restore(version)}
              >
                {text.restore}
              </Button>
            )}
          </RevisionEntry>
        );
      })}
    </ol>
  );
}
