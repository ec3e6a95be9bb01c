import { IconClock, IconLink } from '@tabler/icons-react';
import { videoTexts as text } from '../../../messages/en-videos';
import { copyText } from '../../../lib/browser';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import { usePlayback } from '../player/playback';

async function copyLink(seconds?: number): Promise<void> {
  const url = new URL(window.location.pathname, window.location.origin);
  if (seconds !== undefined) url.searchParams.set('t', String(Math.floor(seconds)));
  if (await copyText(url.href)) toast(text.linkCopied);
  else void alert({ title: text.copyFailedTitle, text: text.copyFailed(url.href) });
}

const ICON = 16;

/** Copies the address of the video, with the current time if wanted and there is a player. */
export function ShareActions({ hasPlayer }: { hasPlayer: boolean }) {
  const playback = usePlayback();
  return (
    <>
      <Button variant="subtle" icon={<IconLink size={ICON} aria-hidden="true" />} onClick={() => void copyLink()}>
        {text.copyLink}
      </Button>
      {hasPlayer && (
        <Button
          variant="subtle"
          icon={<IconClock size={ICON} aria-hidden="true" />}
          onClick={() => void copyLink(playback.getTime())}
        >
          {text.copyLinkAtTime}
        </Button>
      )}
    </>
  );
}
