import { createFileRoute } from '@tanstack/react-router';
import { AuditLogScreen } from '../../features/admin/audit-log/audit-log-screen';
import { auditLogQuery } from '../../features/admin/audit-log/queries';
import { createSearchParser, idParam, textParam } from '../../lib/search-params';
import { Protected } from '../../shared/access/protected';
import { hasPermission } from '../../shared/session/session';
import { ScreenSkeleton } from '../../ui/skeleton';

const validateSearch = createSearchParser({
  actor: (raw) => (raw === 'system' ? raw : idParam(raw)),
  // The screen checks it: a list of all actions would be in the first load of every page.
  action: textParam,
  type: textParam,
  id: textParam,
  from: textParam,
  to: textParam,
  before: idParam,
  after: idParam,
});

export const Route = createFileRoute('/admin/audit-log')({
  validateSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
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
