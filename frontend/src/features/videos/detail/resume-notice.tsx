import { use, useState } from 'react';
import { formatDuration } from '../../../lib/time';
import { videoTexts as text } from '../../../messages/videos';
import { Button } from '../../../ui/button';
import { usePlayback } from '../player/playback';
import classes from './video-screen.module.css';

/** Says that the video begins where the user stopped watching. */
export default function ResumeNotice({ start: startPromise }: { start: Promise<number | undefined> }) {
  const start = use(startPromise);
  const playback = usePlayback();
  const [isDismissed, setDismissed] = useState(false);
  if (!start || isDismissed) return null;
  return (
    <span className={classes.resumed}>
      {text.resumed(formatDuration(start))}
      <Button
        variant="subtle"
        onClick={() => {
          setDismissed(true);
          playback.seek(0);
        }}
      >
        {text.fromStart}
      </Button>
    </span>
  );
}
