import { useQuery } from '@tanstack/react-query';
import { getListCustomRolesQueryKey, listCustomRoles } from '../../api/generated/roles/roles';
import { getFullRoleName, ROLES } from './roles';
import { useCan } from '../session/session';

interface RoleOption {
  value: string;
  label: string;
}

/** The selectable roles: custom roles for users who may list them, and the built-in ones until they are loaded. */
export function useRoleOptions(): RoleOption[] {
  const seesAll = useCan('roles.manage');
  const { data } = useQuery({
    queryKey: getListCustomRolesQueryKey(),
    queryFn: ({ signal }) => listCustomRoles({ signal }),
    enabled: seesAll,
  });
  if (!data) return ROLES.map((value) => ({ value, label: getFullRoleName(value) }));
  return data.roles.map(({ name, display_name }) => ({ value: name, label: `${name} (${display_name})` }));
}
