import { useQuery } from '@tanstack/react-query';
import { usePageTitle } from '../../../../lib/use-page-title';
import { roleTexts } from '../../../../messages/en-roles';
import { LoadError } from '../../../../shared/errors/load-error';
import { PageHeading } from '../../../../ui/page-heading';
import { permissionsQuery, rolePermissionsQuery } from '../queries';
import { RolesSkeleton } from '../roles-skeleton';
import { PermissionsForm } from './permissions-form';

const text = roleTexts.permissions;

function Permissions({ role }: { role?: string }) {
  const all = useQuery(permissionsQuery);
  const roles = useQuery(rolePermissionsQuery);
  const error = all.error ?? roles.error;
  if (all.data && roles.data) {
    return (
      <PermissionsForm permissions={all.data.permissions} roles={roles.data.role_permissions} selectedRole={role} />
    );
  }
  if (!error) return <RolesSkeleton />;
  const retry = () => {
    void all.refetch();
    void roles.refetch();
  };
  return <LoadError error={error} title={text.loadFailed} onRetry={retry} />;
}

export function PermissionsScreen({ role }: { role?: string }) {
  usePageTitle(text.title);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      <p>{text.guidance}</p>
      <Permissions role={role} />
    </>
  );
}
