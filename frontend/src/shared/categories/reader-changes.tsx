import { useQuery } from '@tanstack/react-query';
import {
  getCategoryReaderChanges,
  getGetCategoryReaderChangesQueryKey,
} from '../../api/generated/categories/categories';
import {
  getForumCategoryReaderChanges,
  getGetForumCategoryReaderChangesQueryKey,
} from '../../api/generated/forum-writing/forum-writing';
import type { Visibility } from '../../api/generated/model/visibility';
import { readerChanges as text } from '../../messages/reader-changes';
import { describeReaderChanges } from './describe-reader-changes';
import classes from './reader-changes.module.css';

interface ReaderChangesProps {
  area: 'content' | 'forum';
  /** ids of categories; null: none */
  from: string | null;
  to: string | null;
  /** of the item that moves; threads have none */
  visibility?: Visibility;
}

/** Says before a move who gains and who loses access by it; nothing when it changes neither. */
export function ReaderChanges({ area, from, to, visibility }: ReaderChangesProps) {
  const isMove = to !== null && to !== from;
  const params = { ...(from !== null && { from }), ...(visibility && { visibility }) };
  const { data, isError } = useQuery({
    queryKey:
      area === 'content'
        ? getGetCategoryReaderChangesQueryKey(to ?? '', params)
        : getGetForumCategoryReaderChangesQueryKey(to ?? '', params),
    queryFn: ({ signal }) =>
      area === 'content'
        ? getCategoryReaderChanges(to ?? '', params, { signal })
        : getForumCategoryReaderChanges(to ?? '', params, { signal }),
    enabled: isMove,
  });
  const isForGuests = visibility === undefined || visibility === 'PUBLIC';
  const sentences = isMove && data ? describeReaderChanges(data, isForGuests) : [];
  return (
    <div aria-live="polite">
      {isMove && isError && <p className={classes.notice}>{text.loadFailed}</p>}
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
