import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { admin } from '../../../messages/en-admin';
import { adminGroupsFor } from '../../../shared/admin/admin-links';
import { useSession } from '../../../shared/session/session';
import classes from './admin-frame.module.css';

const text = admin.frame;

type Groups = ReturnType<typeof adminGroupsFor>;

function GroupedLinks({ groups }: { groups: Groups }) {
  return groups.map(({ label, links }) => (
    // No landmark: screens have parts of the same names.
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

/** On narrow screens the navigation folds away behind the name of the screen that is open. */
function FoldedNavigation({ groups }: { groups: Groups }) {
  const { pathname } = useLocation();
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    fold.current?.removeAttribute('open');
  }, [pathname]);
  const current = groups.flatMap(({ links }) => links).find(({ to }) => pathname.startsWith(to));
  return (
    <nav aria-label={text.label} className={classes.folded}>
      <details ref={fold}>
        <summary className={classes.summary}>
          {current ? text.choose(current.label) : text.label}
          <IconChevronDown size={16} aria-hidden="true" />
        </summary>
        <div className={classes.unfolded}>
          <GroupedLinks groups={groups} />
        </div>
      </details>
    </nav>
  );
}

/** The frame of every screen of the administration; who may open none of them gets the screen's own refusal. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const groups = adminGroupsFor(useSession().user?.permissions ?? []);
  // The same tree either way, so that a session that ends does not throw away what is open.
  return (
    <div className={classes.frame}>
      {groups.length > 0 && (
        <>
          <nav aria-label={text.label} className={classes.side}>
            <GroupedLinks groups={groups} />
          </nav>
          <FoldedNavigation groups={groups} />
        </>
      )}
      <div key="screen" className={classes.screen}>
        {children}
      </div>
    </div>
  );
}
