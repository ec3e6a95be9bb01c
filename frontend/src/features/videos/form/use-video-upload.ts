import { useRef, useState } from 'react';
import type { UploadRecords } from '../upload/upload-records';
import { useResumableUpload } from '../upload/use-resumable-upload';

interface UploadedFile {
  file: File;
  /** The upload key of a video. */
  key: string;
}

/** Uploads of the form, one at a time. They begin when a file is chosen; saving waits for the one that runs. */
export function useVideoUpload(records: UploadRecords) {
  const { start, ...controls } = useResumableUpload(records);
  /** The last upload that has finished. */
  const [uploaded, setUploaded] = useState<UploadedFile>();
  const begun = useRef(new WeakMap<File, Promise<string | undefined>>());
  const run = async (file: File): Promise<string | undefined> => {
    try {
      const key = await start(file);
      if (key === undefined) begun.current.delete(file);
      else setUploaded({ key, file });
      return key;
    } catch (error) {
      // Tried again when the form is saved.
      begun.current.delete(file);
      throw error;
    }
  };
  /** Resolves to the upload key, or to undefined when the upload was canceled. */
  const uploadVideo = (file: File): Promise<string | undefined> => {
    const result = begun.current.get(file) ?? run(file);
    begun.current.set(file, result);
    return result;
  };
  return { controls, uploaded, uploadVideo };
}
