import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { formatSize } from '../../../lib/message-format';
import { messages } from '../../../messages/common';
import { uploads as text } from '../../../messages/uploads';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { confirm } from '../../../ui/dialogs/dialogs';
import { ProgressBar } from '../../../ui/progress-bar';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import type { UploadState } from './resumable-upload';
import classes from './upload-progress-dialog.module.css';
import type { UploadControls } from './use-resumable-upload';

const ICON = 16;
/** Announced to screen readers: often enough to follow, without reading all the time. */
const ANNOUNCED_STEP = 10;

/** 100 only when all bytes have arrived. */
export const getPercent = ({ sentBytes, totalBytes }: UploadState): number =>
  totalBytes === 0 ? 0 : Math.floor((sentBytes / totalBytes) * 100);

/** The time left in one unit: seconds, minutes from one minute on, hours from 90 minutes on. */
export function formatTimeLeft({ sentBytes, totalBytes, bytesPerSecond }: UploadState): string | undefined {
  if (!bytesPerSecond || bytesPerSecond < 1) return undefined;
  const seconds = Math.ceil((totalBytes - sentBytes) / bytesPerSecond);
  if (seconds < 60) return text.seconds(Math.max(1, seconds));
  if (seconds < 90 * 60) return text.minutes(Math.round(seconds / 60));
  return text.hours(Math.round(seconds / 3600));
}

function getStatus(state: UploadState): string {
  if (state.phase === 'paused') return text.paused;
  if (state.phase === 'interrupted') return text.interrupted;
  if (state.bytesPerSecond === undefined) return text.preparing;
  const speed = text.speed(formatSize(Math.round(state.bytesPerSecond)));
  return [speed, formatTimeLeft(state)].filter(Boolean).join(' · ');
}

/** Bar, figures, and why the upload was paused. */
function ProgressFigures({ state }: { state: UploadState }) {
  const percent = getPercent(state);
  return (
    <>
      <ProgressBar label={text.title} percent={percent} />
      <div className={classes.figures}>
        <span className={classes.percent}>{messages.common.percent(percent)}</span>
        <span>{text.sent({ sent: formatSize(state.sentBytes), total: formatSize(state.totalBytes) })}</span>
        <span className={classes.status}>{getStatus(state)}</span>
      </div>
      {state.error !== undefined && (
        <p role="alert" className={classes.error}>
          {state.error}
        </p>
      )}
      <VisuallyHidden>
        <span role="status">{messages.common.percent(percent - (percent % ANNOUNCED_STEP))}</span>
      </VisuallyHidden>
    </>
  );
}

interface PauseButtonProps extends Pick<UploadControls, 'pause' | 'resume'> {
  state: UploadState;
  size?: 'sm';
}

function PauseButton({ state, pause, resume, size }: PauseButtonProps) {
  const isPaused = state.phase === 'paused';
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Button
      data-autofocus
      variant={isPaused ? 'primary' : 'default'}
      size={size}
      icon={<Icon size={ICON} aria-hidden="true" />}
      onClick={isPaused ? resume : pause}
    >
      {isPaused ? text.resume : text.pause}
    </Button>
  );
}

interface UploadProgressProps extends Omit<UploadControls, 'state'> {
  state: UploadState;
}

/** The progress of an upload in a form, which is filled in meanwhile. */
export function UploadProgress({ state, pause, resume, cancel }: UploadProgressProps) {
  const ask = async () => {
    const { cancelTitle: title, cancelText, cancel: confirmLabel, keep: cancelLabel } = text;
    if (await confirm({ title, text: cancelText, confirmLabel, cancelLabel, isDestructive: true })) cancel();
  };
  return (
    <section aria-label={text.title} className={classes.inForm}>
      <ProgressFigures state={state} />
      <div className={classes.inFormActions}>
        <PauseButton state={state} pause={pause} resume={resume} size="sm" />
        <Button variant="default" size="sm" onClick={() => void ask()}>
          {text.cancel}
        </Button>
      </div>
    </section>
  );
}

interface UploadProgressDialogProps extends Omit<UploadControls, 'state'> {
  state: UploadState;
  fileName: string;
}

/** The progress of an upload from 0 to 100 percent, with speed and time left; it can be paused and canceled. */
export function UploadProgressDialog({ state, fileName, pause, resume, cancel }: UploadProgressDialogProps) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = () => {
    setIsAsking(true);
  };
  const keep = () => {
    setIsAsking(false);
  };

  if (isAsking) {
    return (
      <Dialog key="ask" role="alertdialog" title={text.cancelTitle} text={text.cancelText} onClose={keep}>
        <DialogActions>
          <Button data-autofocus variant="default" onClick={keep}>
            {text.keep}
          </Button>
          <Button variant="danger" onClick={cancel}>
            {text.cancel}
          </Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog key="progress" title={text.title} text={<span className={classes.name}>{fileName}</span>} onClose={ask}>
      <ProgressFigures state={state} />
      <DialogActions>
        <Button variant="default" onClick={ask}>
          {messages.common.cancel}
        </Button>
        <PauseButton state={state} pause={pause} resume={resume} />
      </DialogActions>
    </Dialog>
  );
}
