import { IconPlayerPlayFilled, IconReload } from '@tabler/icons-react';
import { PlayButton as MediaPlayButton, useMediaState } from '@vidstack/react';
import { playerWords as words } from '../../../messages/en-player';
import classes from './player.module.css';

/** The button in the middle of a player that does not play. */
export function PlayButton() {
  const isPaused = useMediaState('paused');
  const canPlay = useMediaState('canPlay');
  const hasEnded = useMediaState('ended');
  if (!canPlay || !isPaused) return null;
  const Icon = hasEnded ? IconReload : IconPlayerPlayFilled;
  return (
    <MediaPlayButton className={classes.centralPlay} aria-label={hasEnded ? words.Replay : words.Play}>
      <Icon size={32} aria-hidden="true" />
    </MediaPlayButton>
  );
}
