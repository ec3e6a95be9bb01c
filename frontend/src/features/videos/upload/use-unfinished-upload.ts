import { useState } from 'react';
import { useSession } from '../../../shared/session/session';
import { discardUpload } from './resumable-upload';
import { UploadRecords } from './upload-records';

/** The uploads of the user, and the latest that was not finished before the form was opened. */
export function useUnfinishedUpload() {
  const { user } = useSession();
  // Created once: the form stays when the session ends.
  const [records] = useState(() => new UploadRecords(user?.id ?? ''));
  const [unfinished, setUnfinished] = useState(() => records.list()[0]);
  const discard = async () => {
    if (unfinished) await discardUpload(unfinished.url, records);
    setUnfinished(undefined);
  };
  return { records, unfinished, discard };
}
