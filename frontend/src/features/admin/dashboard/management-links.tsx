import { Link } from '@tanstack/react-router';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { dashboard } from '../../../messages/admin-dashboard';
import { getAdminGroups } from '../../../shared/shell/admin-links';
import classes from './dashboard.module.css';

const text = dashboard.management;
const descriptions: Partial<Record<string, string>> = text.descriptions;

/** All other admin screens that the user may open, in the order of the side navigation. */
export function ManagementLinks({ user }: { user: OwnUserResponse }) {
  const links = getAdminGroups(user)
    .flatMap((group) => group.links)
    .filter(({ to }) => to !== '/admin');
  if (links.length === 0) return null;
  return (
    <section aria-label={text.title}>
      <h2 className={classes.heading}>{text.title}</h2>
      <ul className={classes.tiles}>
        {links.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} className={classes.tile}>
              <span className={classes.icon} aria-hidden="true">
                <Icon size={18} />
              </span>
              <span className={classes.texts}>
                <span className={classes.label}>{label}</span>
                {descriptions[to] && <span className={classes.description}>{descriptions[to]}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
