import { VisuallyHidden } from './visually-hidden';
import type { ReactNode } from 'react';
import { messages } from '../messages/en';

/** Placeholder of loading content, in the content's final shape. */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div aria-busy="true" className={className}>
      <VisuallyHidden>{messages.app.loading}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
