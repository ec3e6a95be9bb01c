import { useState } from 'react';
import { getErrorText } from '../../../api/problem';
import { chooseFiles } from '../../../lib/browser';
import { uploads as text } from '../../../messages/uploads';
import { Button } from '../../../ui/button';
import classes from './unfinished-upload-notice.module.css';
import { isSameFile, type UploadRecord } from './upload-records';
import { VIDEO_FILE_TYPES } from './video-files';

interface UnfinishedUploadNoticeProps {
  upload: UploadRecord;
  /** Called with the file of the unfinished upload, whose upload then continues. */
  onChoose: (file: File) => void;
  /** Deletes the upload. */
  onDiscard: () => Promise<void>;
}

/** Offers to continue the upload that a reload has interrupted. Browsers give the file only when it is chosen again. */
export function UnfinishedUploadNotice({ upload, onChoose, onDiscard }: UnfinishedUploadNoticeProps) {
  const [error, setError] = useState<string>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { name, size, sentBytes } = upload;
  const choose = async () => {
    const [file] = await chooseFiles(VIDEO_FILE_TYPES);
    if (!file) return;
    if (isSameFile(upload, file)) onChoose(file);
    else setError(text.otherFile(name));
  };
  const discard = async () => {
    setIsDiscarding(true);
    try {
      await onDiscard();
    } catch (failure) {
      setError(getErrorText(failure, text.discardFailed));
      setIsDiscarding(false);
    }
  };
  return (
    <section aria-label={text.unfinishedTitle} className={classes.notice}>
      <p className={classes.text}>
        {sentBytes >= size
          ? text.uploadedUnused(name)
          : text.unfinished({ name, percent: Math.floor((sentBytes / size) * 100) })}
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
