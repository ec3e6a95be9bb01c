import { createFileRoute, Outlet } from '@tanstack/react-router';
import { AdminFrame } from '../../features/admin/frame/admin-frame';

export const Route = createFileRoute('/admin')({ component: Admin });

function Admin() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}
