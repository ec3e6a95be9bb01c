import { IconChecks } from '@tabler/icons-react';
import { type ComponentProps, lazy } from 'react';
import { forumUnread as text } from '../../messages/forum-unread';
import { useSession } from '../../shared/session/session';
import { Button } from '../../ui/button';
import { LazyBoundary } from '../../ui/lazy';

const MarkReadButton = lazy(() => import('./mark-read-button'));

/** For members: the button, which keeps its place while it loads, so that nothing below it moves. */
export function MarkReadSlot(props: ComponentProps<typeof MarkReadButton>) {
  const { user } = useSession();
  if (!user) return null;
  const place = (
    <Button variant="default" icon={<IconChecks size={16} aria-hidden="true" />} disabled>
      {text.markAll}
    </Button>
  );
  return (
    <LazyBoundary fallback={place} errorFallback={null}>
      <MarkReadButton {...props} />
    </LazyBoundary>
  );
}
