import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { messages } from '../../../messages/common';
import { admin } from '../../../messages/admin';
import { moderationQueue } from '../../../messages/admin-moderation';
import { pendingCountQuery } from '../../../shared/moderation/pending-count';
import { getAdminGroups } from '../../../shared/shell/admin-links';
import { useCan, useSession } from '../../../shared/session/session';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './admin-frame.module.css';

const text = admin.frame;
const DASHBOARD = '/admin';
const isDashboard = (pathname: string) => pathname.replace(/\/$/, '') === DASHBOARD;

const MAX_SHOWN_COUNT = 99;

type AdminGroups = ReturnType<typeof getAdminGroups>;

/** The number of items in the moderation queue. */
function PendingCount() {
  const { data } = useQuery(pendingCountQuery);
  if (!data?.total_pending) return null;
  const count = moderationQueue.count({
    count: Math.min(data.total_pending, MAX_SHOWN_COUNT),
    capped: data.total_pending > MAX_SHOWN_COUNT,
  });
  return (
    <>
      <span className={classes.count} aria-hidden="true">
        {count}
      </span>
      <VisuallyHidden>, {moderationQueue.waiting(count)}</VisuallyHidden>
    </>
  );
}

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
            <Link to={to} activeOptions={{ includeSearch: false, exact: to === DASHBOARD }} className={classes.link}>
              <Icon size={16} aria-hidden="true" />
              {name}
              {to === '/admin/moderation' && <PendingCount />}
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
  const current = groups
    .flatMap(({ links }) => links)
    .find(({ to }) => (to === DASHBOARD ? isDashboard(pathname) : pathname.startsWith(to)));
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

/** Above the title of every other admin screen. */
function BackLink() {
  const { pathname } = useLocation();
  const canSee = useCan('admin.dashboard');
  if (!canSee || isDashboard(pathname)) return null;
  return (
    <Link to={DASHBOARD} className={classes.back}>
      <IconArrowLeft size={14} aria-hidden="true" />
      {messages.nav.adminDashboard}
    </Link>
  );
}

/** The frame of all admin screens; without any permission the screen shows its own Access Denied. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const groups = getAdminGroups(useSession().user);
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
        <BackLink />
        {children}
      </div>
    </div>
  );
}
