import { useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithoutRef } from 'react';
import { isPlainClick } from '../lib/plain-click';

interface PathLinkProps extends ComponentPropsWithoutRef<'a'> {
  /** A path of the product, as the server names it. */
  href: string;
  /** Called first, whichever way it is opened. */
  onOpen?: () => void;
}

/** A link to a screen whose address the server wrote; opened without loading the product anew. */
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
