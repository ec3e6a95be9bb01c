import { createFileRoute } from '@tanstack/react-router';
import { AuditLogScreen } from '../../features/admin/audit-log/audit-log-screen';
import { auditLogQuery } from '../../features/admin/audit-log/queries';
import { dayParam } from '../../features/admin/audit-log/search-params';
import { createSearchParser, idParam, textParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

const validateSearch = createSearchParser({
  actor: (raw) => (raw === 'system' ? raw : idParam(raw)),
  // The screen checks action and type: lists of all of them would be in the first load of every page.
  action: textParam,
  type: textParam,
  id: textParam,
  from: dayParam,
  to: dayParam,
  before: idParam,
  after: idParam,
});

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Only the screen knows whether the action and the type exist.
    if (deps.action !== undefined || deps.type !== undefined) return;
    // Not awaited: the filters appear immediately, and the table has its own skeleton and errors.
    if (await hasPermission(queryClient, 'system.manage')) void queryClient.prefetchQuery(auditLogQuery(deps));
  },
  component: AuditLog,
});

function AuditLog() {
  return (
    <Protected permission="system.manage" pending={<ScreenSkeleton />}>
      <AuditLogScreen search={Route.useSearch()} />
    </Protected>
  );
}
