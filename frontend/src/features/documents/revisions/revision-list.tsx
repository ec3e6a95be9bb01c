import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentRevisionSummaryResponse } from '../../../api/generated/model/documentRevisionSummaryResponse';
import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { PersonLink } from '../../../shared/people/person-link';
import { Badge, type Tone } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import classes from './revisions.module.css';
import { useRestore } from './use-restore';

const text = writing.revisions;

const tones: Record<DocumentRevisionSummaryResponse['state'], Tone> = {
  live: 'green',
  pending: 'amber',
  rejected: 'red',
};

interface RevisionListProps {
  document: DocumentResponse;
  revisions: readonly DocumentRevisionSummaryResponse[];
  compared: readonly number[];
  onCompare: (version: number) => void;
}

interface HeadProps {
  revision: DocumentRevisionSummaryResponse;
  isCurrent: boolean;
  isCompared: boolean;
  onCompare: (version: number) => void;
}

/** What never became a version cannot be compared by its number. */
function Head({ revision: { version, state }, isCurrent, isCompared, onCompare }: HeadProps) {
  if (version === null) return <Badge tone={tones[state]}>{text.states[state]}</Badge>;
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={isCompared}
        onChange={() => {
          onCompare(version);
        }}
      />
      <span className={classes.version}>{text.version(version)}</span>
      {isCurrent && <Badge tone="green">{text.current}</Badge>}
    </label>
  );
}

export function RevisionList({ document, revisions, compared, onCompare }: RevisionListProps) {
  const { restore, pending } = useRestore(document);
  return (
    <ol className={classes.list}>
      {revisions.map((revision) => {
        const { id, version, author_id, author_name, author_avatar, created_at, note, title } = revision;
        const isCurrent = version === document.version;
        const isCompared = version !== null && compared.includes(version);
        return (
          <li key={id} className={classes.revision} data-compared={isCompared || undefined}>
            <Head revision={revision} isCurrent={isCurrent} isCompared={isCompared} onCompare={onCompare} />
            <p className={classes.who}>
              <PersonLink id={author_id} name={author_name} avatar={author_avatar} /> ·{' '}
              <time dateTime={created_at}>{formatDateTime(created_at)}</time>
            </p>
            {title !== document.title && <p className={classes.who}>{title}</p>}
            {note && <p className={classes.note}>{note}</p>}
            {document.abilities?.edit && !isCurrent && version !== null && (
              <Button
                look="default"
                size="sm"
                className={classes.restore}
                aria-label={text.restoreNamed(version)}
                loading={pending === version}
                onClick={() => void restore(version)}
              >
                {text.restore}
              </Button>
            )}
          </li>
        );
      })}
    </ol>
  );
}
