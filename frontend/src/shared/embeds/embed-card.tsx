import { IconCode, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { cards } from '../../messages/cards';
import { Button } from '../../ui/button';
import { findPageEmbed } from './page-embeds';
import classes from './embed-card.module.css';

const focusFrame = (frame: HTMLIFrameElement | null) => frame?.focus({ preventScroll: true });

/**
 * A video or code of another host, by its address in a text. The host is contacted only after a click. Its frame can do
 * nothing but run its own scripts and keep its own storage.
 */
export default function EmbedCard({ address }: { address: string }) {
  const [isLoaded, setLoaded] = useState(false);
  const embed = findPageEmbed(address);
  if (!embed) return null;
  const { kind, host, url, needsOrigin } = embed;
  const Icon = kind === 'video' ? IconPlayerPlayFilled : IconCode;
  return (
    <article className={classes.card} aria-label={cards.embed[kind](host)}>
      {isLoaded ? (
        <iframe
          // The button that had the focus is gone.
          ref={focusFrame}
          className={classes.frame}
          data-kind={kind}
          src={url}
          title={cards.embed[kind](host)}
          sandbox="allow-scripts allow-same-origin"
          referrerPolicy={needsOrigin ? 'strict-origin' : 'no-referrer'}
          allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
          allowFullScreen
        />
      ) : (
        <div className={classes.offer}>
          <Button
            variant="default"
            icon={<Icon size={18} aria-hidden="true" />}
            onClick={() => {
              setLoaded(true);
            }}
          >
            {cards.load[kind](host)}
          </Button>
          <p className={classes.note}>{needsOrigin ? cards.sentWithOrigin(host) : cards.sent(host)}</p>
        </div>
      )}
      <p className={classes.source}>
        <span className={classes.host}>{host}</span>
        <a href={address} target="_blank" rel="noopener noreferrer nofollow ugc" dir="ltr">
          {address}
        </a>
      </p>
    </article>
  );
}
