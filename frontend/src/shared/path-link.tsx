import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef } from 'react';
import { isPlainClick } from '../lib/plain-click';

interface PathLinkProps extends ComponentPropsWithoutRef<'a'> {
  /** A path of the app, as sent by the server. */
  href: string;
  /** Called before navigation, including opening in a new tab. */
  onOpen?: () => void;
}

/** A link to a path sent by the server, opened without a page load. */
export function PathLink({ href, onOpen, children, ...rest }: PathLinkProps) {
  const router = useRouter();
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onOpen?.();
        if (!isPlainClick(event)) return;
        event.preventDefault();
        router.history.push(href);
      }}
    >
      {children}
    </a>
  );
}
