import { useRef, useState } from 'react';
import type { UploadRecords } from '../upload/upload-records';
import { useResumableUpload } from '../upload/use-resumable-upload';

/** Uploads of the form, one at a time. A file that has been uploaded is not uploaded again. */
export function useVideoUpload(records: UploadRecords) {
  const { start, ...controls } = useResumableUpload(records);
  const [fileName, setFileName] = useState('');
  /** The last upload that has finished. */
  const [uploaded, setUploaded] = useState<{ key: string; name: string }>();
  const finished = useRef(new WeakMap<File, string>());
  const uploadVideo = async (file: File): Promise<string | undefined> => {
    const known = finished.current.get(file);
    if (known !== undefined) return known;
    setFileName(file.name);
    const key = await start(file);
    if (key !== undefined) {
      finished.current.set(file, key);
      setUploaded({ key, name: file.name });
    }
    return key;
  };
  return { controls, fileName, uploaded, uploadVideo };
}
