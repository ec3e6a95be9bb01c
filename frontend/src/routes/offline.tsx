import { createFileRoute } from '@tanstack/react-router';
import { OfflineScreen } from '../features/offline/offline-screen';

/** A path of this hub; addresses elsewhere lead home. */
function toPath(from: unknown): string | undefined {
  if (from === undefined) return undefined;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : '/';
}

export const Route = createFileRoute('/offline')({
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } => ({ from: toPath(from) }),
  component: Offline,
});

function Offline() {
  return <OfflineScreen from={Route.useSearch().from} />;
}
