import { IconChecklist, IconFilePlus, IconFlag, IconUserPlus, IconVideoPlus, type Icon } from '@tabler/icons-react';
import { dashboard } from '../../../messages/admin-dashboard';
import { INVITE_PATH, INVITE_PERMISSION } from '../../../shared/access/invite';
import { PathLink } from '../../../shared/links';
import classes from './dashboard.module.css';

const text = dashboard.actions;

interface QuickAction {
  path: string;
  label: string;
  description: string;
  icon: Icon;
  permission: string;
}

const actions: readonly QuickAction[] = [
  {
    path: '/docs/create',
    label: text.createDocument,
    description: text.createDocumentText,
    icon: IconFilePlus,
    permission: 'content.create',
  },
  {
    path: '/videos/create',
    label: text.uploadVideo,
    description: text.uploadVideoText,
    icon: IconVideoPlus,
    permission: 'content.create',
  },
  {
    path: '/admin/content',
    label: text.moderateContent,
    description: text.moderateContentText,
    icon: IconChecklist,
    permission: 'admin.content',
  },
  {
    path: '/admin/reports',
    label: text.userReports,
    description: text.userReportsText,
    icon: IconFlag,
    permission: 'moderation.handle',
  },
  {
    path: INVITE_PATH,
    label: text.invitePeople,
    description: text.invitePeopleText,
    icon: IconUserPlus,
    permission: INVITE_PERMISSION,
  },
];

/** What administrators do most often, as far as the user may. */
export function QuickActions({ permissions }: { permissions: readonly string[] }) {
  const allowed = actions.filter(({ permission }) => permissions.includes(permission));
  if (allowed.length === 0) return null;
  return (
    <section aria-label={text.title} className={classes.actions}>
      <h2 className={classes.heading}>{text.title}</h2>
      <ul className={classes.actionTiles}>
        {allowed.map(({ path, label, description, icon: Icon }) => (
          <li key={path}>
            <PathLink href={path} className={classes.tile}>
              <span className={classes.icon} aria-hidden="true">
                <Icon size={18} />
              </span>
              <span className={classes.texts}>
                <span className={classes.label}>{label}</span>
                <span className={classes.description}>{description}</span>
              </span>
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
