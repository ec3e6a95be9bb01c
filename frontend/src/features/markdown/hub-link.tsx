import { getText, type HastNode, hasNode } from '@hub/shared/markdown/hast';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { hubLinks } from '../../messages/hub-links';
import { useLinkTarget } from '../../shared/link-targets/link-targets';
import classes from './markdown.module.css';

/** Whether a link has no words of its author: it is empty, or its own address. */
export function isUntitled(link: HastNode): boolean {
  const text = getText(link).trim();
  return (text === '' || text === link.properties?.['href']) && !hasNode(link, ({ tagName }) => tagName === 'img');
}

interface HubLinkProps extends ComponentPropsWithoutRef<'a'> {
  node: HastNode;
  /** The path of the target. */
  address: string;
  /** The author's words. */
  children: ReactNode;
}

/**
 * A link to something in this hub leads to its address of today, and has its title where the author gave it none.
 * Without a target for this reader it is only words, so that a link tells nothing of what they may not see.
 */
export function HubLink({ node, address, children, ...rest }: HubLinkProps) {
  const target = useLinkTarget(address);
  const hasTitle = !isUntitled(node);
  const isEmpty = !hasTitle && getText(node).trim() === '';
  if (target === 'absent') return isEmpty ? <em>{hubLinks.unavailable}</em> : <>{children}</>;
  if (target === 'pending' && isEmpty) return <span className={classes.pendingLink} aria-busy="true" />;
  if (typeof target === 'string') {
    return (
      <a {...rest} href={address}>
        {isEmpty ? hubLinks.untitledLink : children}
      </a>
    );
  }
  return (
    <a {...rest} href={target.url}>
      {hasTitle ? children : <bdi>{target.title}</bdi>}
    </a>
  );
}
