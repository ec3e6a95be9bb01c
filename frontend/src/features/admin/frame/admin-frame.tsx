import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { admin } from '../../../messages/en-admin';
import { getAdminGroups } from '../../../shared/shell/admin-links';
import { useSession } from '../../../shared/session/session';
import classes from './admin-frame.module.css';

const text = admin.frame;

type AdminGroups = ReturnType<typeof getAdminGroups>;

function AdminLinkGroups({ groups }: { groups: AdminGroups }) {
  return groups.map(({ label, links }) => (
    // Groups instead of landmarks, because the screens have sections with the same names.
    <div key={label} role="group" aria-label={label} className={classes.group}>
      <p className={classes.groupLabel} aria-hidden="true">
        {label}
      </p>
      <ul className={classes.links}>
        {links.map(({ to, label: name, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ includeSearch: false }} className={classes.link}>
              <Icon size={16} aria-hidden="true" />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ));
}

/** On narrow screens the navigation collapses into the name of the current screen. */
function CollapsedNavigation({ groups }: { groups: AdminGroups }) {
  const { pathname } = useLocation();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    fold.current?.removeAttribute('open');
  }, [pathname]);
  const current = groups.flatMap(({ links }) => links).find(({ to }) => pathname.startsWith(to));
  return (
    <nav aria-label={text.label} className={classes.collapsed}>
      <details ref={fold}>
        <summary className={classes.summary}>
          {current ? text.choose(current.label) : text.label}
          <IconChevronDown size={16} aria-hidden="true" />
        </summary>
        <div className={classes.expanded}>
          <AdminLinkGroups groups={groups} />
        </div>
      </details>
    </nav>
  );
}

/** The frame of all admin screens; without any permission the screen shows its own Access Denied. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const groups = getAdminGroups(useSession().user?.permissions ?? []);
  // Both states render the same tree, so that a session that ends does not unmount the screen.
  return (
    <div className={classes.frame}>
      {groups.length > 0 && (
        <>
          <nav aria-label={text.label} className={classes.side}>
            <AdminLinkGroups groups={groups} />
          </nav>
          <CollapsedNavigation groups={groups} />
        </>
      )}
      <div key="screen" className={classes.screen}>
        {children}
      </div>
    </div>
  );
}
