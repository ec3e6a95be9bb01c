import { createFileRoute } from '@tanstack/react-router';
import { settingsQuery } from '../../features/admin/settings/queries';
import { SettingsScreen } from '../../features/admin/settings/settings-screen';
import { Protected } from '../../shared/access/protected';
import { demoQuery } from '../../shared/demo/demo-query';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

export const Route = createFileRoute('/admin/settings')({
  loader: async ({ context: { queryClient } }) => {
    // Not awaited: the heading appears immediately, and the sections have their own skeleton and errors.
    if (!(await hasPermission(queryClient, 'system.manage'))) return;
    void queryClient.prefetchQuery(settingsQuery);
    void queryClient.prefetchQuery(demoQuery);
  },
  component: Settings,
});

function Settings() {
  return (
    <Protected permission="system.manage" pending={<ScreenSkeleton />}>
      <SettingsScreen />
    </Protected>
  );
}
