import { useQuery } from '@tanstack/react-query';
import { getListCustomRolesQueryKey, listCustomRoles } from '../../api/generated/roles/roles';
import { getRoleName, ROLES } from './roles';
import { useCan } from '../session/session';

interface RoleOption {
  value: string;
  label: string;
}

function useCustomRoles() {
  return useQuery({
    queryKey: getListCustomRolesQueryKey(),
    queryFn: ({ signal }) => listCustomRoles({ signal }),
    enabled: useCan('roles.manage'),
  });
}

/** The selectable roles: custom roles for users who may list them, and the built-in ones until they are loaded. */
export function useRoleOptions(): RoleOption[] {
  const { data } = useCustomRoles();
  if (!data) return ROLES.map((value) => ({ value, label: getRoleName(value) }));
  return data.roles.map(({ name, display_name }) => ({ value: name, label: getRoleName(name, display_name) }));
}

/** A role of the address; undefined if there is none of that name. Custom roles count before the roles are loaded. */
export function useKnownRole(role: string | undefined): string | undefined {
  const { data, isLoading } = useCustomRoles();
  if (isLoading) return role;
  return (data?.roles.map(({ name }) => name) ?? ROLES).find((name) => name === role);
}
