import { useQuery } from '@tanstack/react-query';
import { getListCustomRolesQueryKey, listCustomRoles } from '../api/generated/roles/roles';
import { roleInFull, ROLES } from './roles';
import { useCan } from './session/session';

interface RoleChoice {
  value: string;
  label: string;
}

/** The roles one may choose from: custom ones too for those who may see them, and the built-in ones until they have come. */
export function useRoleChoices(): RoleChoice[] {
  const seesAll = useCan('roles.manage');
  const { data } = useQuery({
    queryKey: getListCustomRolesQueryKey(),
    queryFn: ({ signal }) => listCustomRoles({ signal }),
    enabled: seesAll,
  });
  if (!data) return ROLES.map((value) => ({ value, label: roleInFull(value) }));
  return data.roles.map(({ name, display_name }) => ({ value: name, label: `${name} (${display_name})` }));
}
