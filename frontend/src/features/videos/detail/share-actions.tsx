import { IconClock, IconLink } from '@tabler/icons-react';
import { videoTexts as text } from '../../../messages/videos';
import { sharing } from '../../../messages/sharing';
import { copyLink } from '../../../shared/copy-link';
import { Button } from '../../../ui/button';
import { usePlayback } from '../player/playback';

function copyVideoLink(seconds?: number): Promise<void> {
  const url = new URL(window.location.pathname, window.location.origin);
  if (seconds !== undefined) url.searchParams.set('t', String(Math.floor(seconds)));
  return copyLink(url.href);
}

const ICON = 16;

/** Copies the address of the video, with the current time if wanted and there is a player. */
export function ShareActions({ hasPlayer }: { hasPlayer: boolean }) {
  const playback = usePlayback();
  return (
    <>
      <Button variant="subtle" icon={<IconLink size={ICON} aria-hidden="true" />} onClick={() => void copyVideoLink()}>
        {sharing.copyLink}
      </Button>
      {hasPlayer && (
        <Button
          variant="subtle"
          icon={<IconClock size={ICON} aria-hidden="true" />}
          onClick={() => void copyVideoLink(playback.getTime())}
        >
          {text.copyLinkAtTime}
        </Button>
      )}
    </>
  );
}
