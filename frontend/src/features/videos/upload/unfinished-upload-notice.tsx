import { useState } from 'react';
import { getErrorText } from '../../../api/problem';
import { chooseFiles } from '../../../lib/browser';
import { uploads as text } from '../../../messages/en-uploads';
import { Button } from '../../../ui/button';
import { discardUpload } from './resumable-upload';
import classes from './unfinished-upload-notice.module.css';
import { isFileOf, readUploadRecords } from './upload-records';
import { VIDEO_FILE_TYPES } from './video-files';

interface UnfinishedUploadNoticeProps {
  /** Called with the file of the unfinished upload, whose upload then continues. */
  onChoose: (file: File) => void;
}

/** Offers to continue the upload that a reload has interrupted. Browsers give the file only when it is chosen again. */
export function UnfinishedUploadNotice({ onChoose }: UnfinishedUploadNoticeProps) {
  const [record, setRecord] = useState(() => readUploadRecords()[0]);
  const [error, setError] = useState<string>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  if (!record) return null;

  const { name, size, sentBytes, url } = record;
  const choose = async () => {
    const [file] = await chooseFiles(VIDEO_FILE_TYPES);
    if (!file) return;
    if (isFileOf(record, file)) onChoose(file);
    else setError(text.otherFile(name));
  };
  const discard = async () => {
    setIsDiscarding(true);
    try {
      await discardUpload(url);
      setRecord(undefined);
    } catch (failure) {
      setError(getErrorText(failure, text.discardFailed));
    } finally {
      setIsDiscarding(false);
    }
  };
  return (
    <section aria-label={text.unfinishedTitle} className={classes.notice}>
      <p className={classes.text}>
        {sentBytes >= size ? text.uploadedUnused(name) : text.unfinished(name, Math.floor((sentBytes / size) * 100))}
      </p>
      <div className={classes.actions}>
        <Button size="sm" onClick={() => void choose()}>
          {text.chooseAgain}
        </Button>
        <Button size="sm" variant="default" isLoading={isDiscarding} onClick={() => void discard()}>
          {text.discard}
        </Button>
      </div>
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </section>
  );
}
