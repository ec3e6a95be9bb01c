import { getText, hasNode, type HastNode } from '@hub/shared/markdown/hast';
import { useLocation } from '@tanstack/react-router';
import { lazy, type ReactNode } from 'react';
import { getFileId, isTargetPath, toHubPath } from '../../lib/hub-paths';
import { isServer } from '../../lib/is-server';
import { getHubOrigin } from '../../lib/page-meta';
import { findPageEmbed } from '../../shared/embeds/page-embeds';
import { useLinkTarget } from '../../shared/link-targets/link-targets';
import { LazyBoundary } from '../../ui/lazy';
import { isUntitled } from './hub-link';
import classes from './markdown.module.css';

const LinkCard = lazy(() => import('./link-card'));
const FileCard = lazy(() => import('./files/file-card'));
const EmbedCard = lazy(() => import('../../shared/embeds/embed-card'));

/** Whether an address is of a video or code at another host. */
const isEmbed = (address: string): boolean => findPageEmbed(address) !== undefined;

/** A link that is shown as a card. */
export interface CardLink {
  /** The path of the target; the whole address of what another host shows. */
  address: string;
  /** The author's words, which are the name of a file. */
  words: string;
}

/** The link that is alone in its paragraph: to a file, or without words of its own to a page or what a host shows. */
export function getCardLink(paragraph: HastNode): CardLink | undefined {
  const [link, ...others] = (paragraph.children ?? []).filter(({ value }) => value?.trim() !== '');
  if (link?.tagName !== 'a' || others.length > 0 || hasNode(link, ({ tagName }) => tagName === 'img')) return undefined;
  const address = toHubPath(String(link.properties?.['href']), getHubOrigin());
  const isCard = getFileId(address) !== undefined || (isUntitled(link) && (isTargetPath(address) || isEmbed(address)));
  return isCard ? { address, words: getText(link).trim() } : undefined;
}

/** The page at which the address of this page opens a PDF: `#file-<id>-page-<number>`. */
function useStartPage(id: string): number | undefined {
  const hash = useLocation({ select: (location) => location.hash });
  const start = `file-${id}-page-`;
  const page = hash.startsWith(start) ? Number(hash.slice(start.length)) : 0;
  return Number.isInteger(page) && page > 0 ? page : undefined;
}

function FileCardOf({ id, address, words }: CardLink & { id: string }) {
  const target = useLinkTarget(address);
  const startPage = useStartPage(id);
  if (target === 'pending' || target === 'absent') return null;
  return (
    <LazyBoundary>
      <FileCard
        key={startPage}
        name={words || address}
        url={address}
        target={typeof target === 'object' ? target : undefined}
        startPage={startPage}
      />
    </LazyBoundary>
  );
}

function LinkCardOf({ address }: { address: string }) {
  const target = useLinkTarget(address);
  return typeof target === 'object' ? (
    <LazyBoundary>
      <LinkCard target={target} />
    </LazyBoundary>
  ) : null;
}

/** The card of an address, beside the link that it takes the place of. Nothing without a target. */
export function CardOf(link: CardLink) {
  if (isEmbed(link.address)) {
    return (
      <LazyBoundary>
        <EmbedCard address={link.address} />
      </LazyBoundary>
    );
  }
  const fileId = getFileId(link.address);
  return fileId === undefined ? <LinkCardOf address={link.address} /> : <FileCardOf {...link} id={fileId} />;
}

interface CardSlotProps {
  link: CardLink;
  /** The paragraph with the link, which is seen until there is a card, and if there is none. */
  children: ReactNode;
}

/**
 * The place of a card, which has its size from the beginning. In the server's HTML it is marked: ServedText adds the
 * card.
 */
export function CardSlot(props: CardSlotProps) {
  return isEmbed(props.link.address) ? <Slot {...props} /> : <TargetSlot {...props} />;
}

function TargetSlot(props: CardSlotProps) {
  return useLinkTarget(props.link.address) === 'absent' ? props.children : <Slot {...props} />;
}

function Slot({ link, children }: CardSlotProps) {
  const isFile = getFileId(link.address) !== undefined;
  return (
    <div
      className={classes.cardSlot}
      data-card={link.address}
      data-words={isFile ? link.words : undefined}
      data-file={isFile || undefined}
      data-embed={isEmbed(link.address) || undefined}
    >
      {children}
      {!isServer && <CardOf {...link} />}
    </div>
  );
}
