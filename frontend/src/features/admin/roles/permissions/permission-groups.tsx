import { useId, type ReactNode } from 'react';
import type { PermissionResponse } from '../../../../api/generated/model/permissionResponse';
import { useSession } from '../../../../shared/session/session';
import { Toggle } from '../../../../ui/toggle';
import classes from '../roles.module.css';

interface PermissionGroupsProps {
  permissions: readonly PermissionResponse[];
  grantedIds: readonly string[];
  isLocked: boolean;
  onToggle: (id: string, on: boolean) => void;
}

function PermissionGroup({ category, children }: { category: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <h2 id={id}>{category}</h2>
      <ul className={classes.rows}>{children}</ul>
    </section>
  );
}

/** All permissions, grouped and ordered as in the response. */
export function PermissionGroups({ permissions, grantedIds, isLocked, onToggle }: PermissionGroupsProps) {
  const own = useSession().user?.permissions ?? [];
  const categories = [...new Set(permissions.map(({ category }) => category))];
  return (
    <div className={classes.groups}>
      {categories.map((category) => (
        <PermissionGroup key={category} category={category}>
          {permissions
            .filter((permission) => permission.category === category)
            .map(({ id, name, description }) => {
              const isForeign = !own.includes(id);
              return (
                <li key={id} className={classes.row}>
                  <Toggle
                    label={name}
                    description={description}
                    checked={grantedIds.includes(id)}
                    disabled={isLocked || isForeign}
                    onChange={(event) => {
                      onToggle(id, event.currentTarget.checked);
                    }}
                  />
                </li>
              );
            })}
        </PermissionGroup>
      ))}
    </div>
  );
}
