import { createFileRoute } from '@tanstack/react-router';
import { TrashScreen } from '../../features/trash/trash-screen';
import { Protected } from '../../shared/access/protected';
import { TRASH_PERMISSIONS } from '../../shared/trash/trash-permissions';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/trash')({ component: Trash });

function Trash() {
  return (
    <Protected permission={TRASH_PERMISSIONS} pending={<ScreenSkeleton />}>
      <TrashScreen all />
    </Protected>
  );
}
