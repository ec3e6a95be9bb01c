import { IconSettings } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';
import { usePageTitle } from '../../../lib/page';
import { dashboard as text } from '../../../messages/admin-dashboard';
import { PathLink } from '../../../shared/links';
import { buttonClass } from '../../../ui/button';
import { PageHeading } from '../../../ui/page-heading';
import classes from './dashboard.module.css';
import { ExportReport } from './export-report';
import { SystemHealthPanel } from './health-panel';
import { ManagementLinks } from './management-links';
import { QuickActions } from './quick-actions';
import { SecurityPanel } from './security-panel';
import { StoragePanel } from './storage-panel';

interface DashboardScreenProps {
  user: OwnUserResponse;
  /** Panels of other features; each loads and fails on its own. */
  totals?: ReactNode;
  moderation?: ReactNode;
  recentActivity?: ReactNode;
}

/** The overview of the administration. The route passes the panels of other features. */
export function DashboardScreen({ user, totals, moderation, recentActivity }: DashboardScreenProps) {
  const { permissions } = user;
  usePageTitle(text.title);
  const canManage = permissions.includes('system.manage');
  return (
    <>
      <PageHeading title={text.title} description={text.lead}>
        {canManage && (
          <>
            <ExportReport />
            <PathLink href="/admin/settings" className={buttonClass({ variant: 'default' })}>
              <IconSettings size={16} aria-hidden="true" />
              {text.settings}
            </PathLink>
          </>
        )}
      </PageHeading>
      <div className={classes.screen}>
        {totals}
        <QuickActions permissions={permissions} />
        {(moderation || recentActivity) && (
          <div className={classes.activity}>
            {moderation}
            {recentActivity}
          </div>
        )}
        <div className={classes.panels}>
          <SystemHealthPanel />
          <StoragePanel />
          <SecurityPanel />
        </div>
        <ManagementLinks user={user} />
      </div>
    </>
  );
}
