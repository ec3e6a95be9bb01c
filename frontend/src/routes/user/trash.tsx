import { createFileRoute } from '@tanstack/react-router';
import { TrashScreen } from '../../features/trash/trash-screen';
import { Protected } from '../../shared/access/protected';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/user/trash')({ component: Trash });

function Trash() {
  return (
    <Protected pending={<ScreenSkeleton />}>
      <TrashScreen all={false} />
    </Protected>
  );
}
