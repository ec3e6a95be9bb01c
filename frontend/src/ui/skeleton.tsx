import { VisuallyHidden } from './visually-hidden';
import type { ReactNode } from 'react';
import { messages } from '../messages/en';

/** Holds the place of what is being loaded, in its final shape. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <VisuallyHidden>{messages.app.loading}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
