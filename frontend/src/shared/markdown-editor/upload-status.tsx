import { markdownEditor } from '../../messages/markdown-editor';
import { ProgressBar } from '../../ui/progress-bar';
import classes from './editor.module.css';
import type { UploadProgress } from './file-uploads';

/** The progress of uploads; the announcement has no figures, so that it is made once. */
export function UploadStatus({ progress: { count, percent } }: { progress: UploadProgress }) {
  const label = markdownEditor.uploadingFiles(count);
  return (
    <div className={classes.uploads}>
      <span role="status">{count > 0 && label}</span>
      {count > 0 && <ProgressBar label={label} percent={percent} />}
    </div>
  );
}
