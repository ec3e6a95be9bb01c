import type { HastNode } from '@hub/shared/markdown/hast';
import { lazy, type ReactNode } from 'react';
import { isTargetPath, toHubPath } from '../../lib/hub-paths';
import { isServer } from '../../lib/is-server';
import { getHubOrigin } from '../../lib/page-meta';
import { useLinkTarget } from '../../shared/link-targets/link-targets';
import { LazyBoundary } from '../../ui/lazy';
import { isUntitled } from './hub-link';
import classes from './markdown.module.css';

const LinkCard = lazy(() => import('./link-card'));

/** The path of the target of a link that is alone in its paragraph, without words of its own. */
export function getCardAddress(paragraph: HastNode): string | undefined {
  const [link, ...others] = (paragraph.children ?? []).filter(({ value }) => value?.trim() !== '');
  if (link?.tagName !== 'a' || others.length > 0 || !isUntitled(link)) return undefined;
  const path = toHubPath(String(link.properties?.['href']), getHubOrigin());
  return isTargetPath(path) ? path : undefined;
}

/** The card of a target, beside the link that it takes the place of. Nothing without a target. */
export function CardOf({ address }: { address: string }) {
  const target = useLinkTarget(address);
  return typeof target === 'object' ? (
    <LazyBoundary>
      <LinkCard target={target} />
    </LazyBoundary>
  ) : null;
}

interface CardSlotProps {
  address: string;
  /** The paragraph with the link, which is seen until there is a card, and if there is none. */
  children: ReactNode;
}

/**
 * The place of a card, which has its size from the beginning. In the server's HTML it is marked: ServedText adds the
 * card.
 */
export function CardSlot({ address, children }: CardSlotProps) {
  if (useLinkTarget(address) === 'absent') return children;
  return (
    <div className={classes.cardSlot} data-card={address}>
      {children}
      {!isServer && <CardOf address={address} />}
    </div>
  );
}
