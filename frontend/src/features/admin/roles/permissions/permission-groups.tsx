import { useId, type ReactNode } from 'react';
import type { PermissionResponse } from '../../../../api/generated/model/permissionResponse';
import { useSession } from '../../../../shared/session/session';
import { Toggle } from '../../../../ui/toggle';
import classes from '../roles.module.css';

interface PermissionGroupsProps {
  permissions: readonly PermissionResponse[];
  held: readonly string[];
  locked: boolean;
  onToggle: (id: string, on: boolean) => void;
}

function Group({ category, children }: { category: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <h2 id={id}>{category}</h2>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

/** Every permission, in the groups and the order the server names them. */
export function PermissionGroups({ permissions, held, locked, onToggle }: PermissionGroupsProps) {
  const own = useSession().user?.permissions ?? [];
  const categories = [...new Set(permissions.map(({ category }) => category))];
  return (
    <div className={classes.groups}>
      {categories.map((category) => (
        <Group key={category} category={category}>
          {permissions
            .filter((permission) => permission.category === category)
            .map(({ id, name, description }) => {
              const isForeign = !own.includes(id);
              return (
                <li key={id} className={classes.row}>
                  <Toggle
                    label={name}
                    description={description}
                    checked={held.includes(id)}
                    disabled={locked || isForeign}
                    onChange={(event) => {
                      onToggle(id, event.currentTarget.checked);
                    }}
                  />
                </li>
              );
            })}
        </Group>
      ))}
    </div>
  );
}
