import { skipToken, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ReaderChangesResponse } from '../../api/generated/model/readerChangesResponse';
import { readerChanges as text } from '../../messages/reader-changes';
import { describeReaderChanges } from './describe-reader-changes';
import classes from './reader-changes.module.css';

interface ReaderChangesProps<Request> {
  /** A change before it happens; undefined for none. */
  request: Request | undefined;
  compare: (request: Request, options: { signal: AbortSignal }) => Promise<ReaderChangesResponse>;
}

/** Says before a change who gains and who loses access by it; nothing when it changes neither. */
export function ReaderChanges<Request>({ request, compare }: ReaderChangesProps<Request>) {
  const id = useId();
  const { data, isError } = useQuery({
    queryKey: ['reader changes', id, request],
    queryFn: request === undefined ? skipToken : ({ signal }) => compare(request, { signal }),
    // Members and rules change elsewhere.
    gcTime: 0,
  });
  const sentences = data ? describeReaderChanges(data) : [];
  return (
    <div aria-live="polite">
      {isError && <p className={classes.notice}>{text.loadFailed}</p>}
      {sentences.length > 0 && (
        <div role="group" aria-label={text.title} className={classes.notice}>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </div>
  );
}
