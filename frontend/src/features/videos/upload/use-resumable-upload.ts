import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { HttpStack } from 'tus-js-client';
import { useSession } from '../../../shared/session/session';
import { discardUpload, ResumableUpload, type UploadState } from './resumable-upload';
import { UploadRecords } from './upload-records';

const subscribeToNothing = () => () => undefined;
const getNothing = () => undefined;

interface StartUpload {
  start: (file: File) => Promise<string | undefined>;
}

export interface UploadControls {
  /** Undefined while nothing is being uploaded. */
  state: UploadState | undefined;
  pause: () => void;
  resume: () => void;
  cancel: () => void;
}

/**
 * Uploads a video file in parts. Show an UploadProgressDialog while `state` is defined. `start` resolves to the id of
 * the complete upload, the `upload_key` of a video, or to undefined when the user cancels. It rejects with an ApiError
 * whose detail is a sentence for the user. Leaving the screen pauses the upload.
 *
 * @param httpStack replaces the requests of the browser in tests
 */
export function useResumableUpload(records: UploadRecords, httpStack?: HttpStack): UploadControls & StartUpload {
  const [upload, setUpload] = useState<ResumableUpload>();
  const state = useSyncExternalStore(upload?.subscribe ?? subscribeToNothing, upload?.getSnapshot ?? getNothing);
  const isRunning = state !== undefined && state.phase !== 'ended';

  useEffect(() => () => upload?.pause(), [upload]);
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
    };
  }, [isRunning]);

  const start = useCallback(
    async (file: File) => {
      const started = new ResumableUpload(file, records, httpStack);
      setUpload(started);
      try {
        return await started.result;
      } finally {
        setUpload((current) => (current === started ? undefined : current));
      }
    },
    [records, httpStack],
  );

  return {
    start,
    state: isRunning ? state : undefined,
    pause: () => upload?.pause(),
    resume: () => upload?.resume(),
    cancel: () => upload?.cancel(),
  };
}

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
