import { messages } from '../../../messages/en';
import { videoForm } from '../../../messages/en-videos';
import { formatSize } from '../../../lib/format';
import { formatDuration } from '../../../lib/time';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { confirm } from '../../../ui/dialogs/dialogs';
import { ProgressTrack } from '../../../ui/dialogs/progress-track';
import type { UploadState } from './resumable-upload';
import classes from './video-form.module.css';

const text = videoForm.upload;

function getStatusText({ sent, total, isPaused, isOffline, speed, resumedAt }: UploadState): string {
  if (isOffline) return text.offline;
  if (isPaused) return text.paused;
  if (sent === total) return text.finishing;
  if (speed === undefined) return resumedAt > 0 ? text.resuming(formatSize(resumedAt)) : text.starting;
  const rate = text.speed(formatSize(speed));
  return speed > 0 ? `${rate}, ${text.timeLeft(formatDuration((total - sent) / speed))}` : rate;
}

interface UploadDialogProps {
  name: string;
  state: UploadState;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
}

/** The progress of an upload, which can be paused and cancelled. */
export function UploadDialog({ name, state, onPause, onResume, onCancel }: UploadDialogProps) {
  const { sent, total, isPaused } = state;
  const percent = total === 0 ? 0 : Math.floor((sent / total) * 100);
  const askToCancel = async () => {
    const confirmed = await confirm({
      title: text.cancelTitle,
      text: text.cancelText,
      confirmLabel: text.cancelConfirm,
      cancelLabel: text.cancelKeep,
      isDestructive: true,
    });
    if (confirmed) onCancel();
  };
  return (
    <Dialog title={text.title} text={<bdi>{name}</bdi>} onClose={() => void askToCancel()}>
      <ProgressTrack label={text.title} percent={percent} />
      <p className={classes.uploadFacts}>{text.sent(formatSize(sent), formatSize(total))}</p>
      <p role="status" className={classes.uploadFacts}>
        {getStatusText(state)}
      </p>
      <DialogActions>
        <Button variant="subtle" onClick={() => void askToCancel()}>
          {messages.common.cancel}
        </Button>
        <Button variant="default" data-autofocus isRepeatable onClick={isPaused ? onResume : onPause}>
          {isPaused ? text.resume : text.pause}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
