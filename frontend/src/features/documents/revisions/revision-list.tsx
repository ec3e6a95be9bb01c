import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentRevisionSummaryResponse } from '../../../api/generated/model/documentRevisionSummaryResponse';
import { writing } from '../../../messages/en-writing';
import { Button } from '../../../ui/button';
import { RevisionEntry } from './revision-entry';
import classes from './revisions.module.css';
import { useRestore } from './use-restore';

const text = writing.revisions;

interface RevisionListProps {
  document: DocumentResponse;
  revisions: readonly DocumentRevisionSummaryResponse[];
  /** The compared versions, or the id of a revision without one. */
  compared: readonly (number | string)[];
  onCompare: (which: number | string) => void;
}

export function RevisionList({ document, revisions, compared, onCompare }: RevisionListProps) {
  const { restore, pending } = useRestore(document);
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
                isLoading={pending === version}
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
