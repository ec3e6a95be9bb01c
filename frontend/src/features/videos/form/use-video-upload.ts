import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../shared/session/session';
import { type ResumableUpload, startResumableUpload, type UploadState } from './resumable-upload';

interface RunningUpload {
  name: string;
  state: UploadState;
  upload: ResumableUpload;
}

/** Uploads of the form, one at a time. A file that has been uploaded is not uploaded again. */
export function useVideoUpload() {
  const { user } = useSession();
  const [running, setRunning] = useState<RunningUpload>();
  /** The last upload that has finished. */
  const [uploaded, setUploaded] = useState<{ key: string; name: string }>();
  const current = useRef<ResumableUpload>(undefined);
  const finished = useRef(new WeakMap<File, string>());
  useEffect(
    () => () => {
      // Leaving the form keeps what has been uploaded, to continue it later.
      current.current?.pause();
    },
    [],
  );
  const uploadVideo = async (file: File): Promise<string | undefined> => {
    const known = finished.current.get(file);
    if (known !== undefined) return known;
    let state: UploadState | undefined;
    const upload = await startResumableUpload({
      file,
      userId: user?.id ?? '',
      onChange: (next) => {
        state = next;
        setRunning((before) => before && { ...before, state: next });
      },
    });
    current.current = upload;
    setRunning({
      name: file.name,
      upload,
      state: state ?? { sent: 0, total: file.size, isPaused: false, isOffline: false, speed: undefined, resumedAt: 0 },
    });
    try {
      const key = await upload.result;
      if (key !== undefined) {
        finished.current.set(file, key);
        setUploaded({ key, name: file.name });
      }
      return key;
    } finally {
      current.current = undefined;
      setRunning(undefined);
    }
  };
  return { running, uploaded, uploadVideo };
}
