import { IconNotebook } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { OwnUserResponse } from '../../api/generated/model/ownUserResponse';
import { usePageTitle } from '../../lib/page';
import { profile } from '../../messages/profile';
import { useCan } from '../../shared/session/session';
import { ButtonLink } from '../../ui/button';
import { PageHeading } from '../../ui/page-heading';
import { StateView } from '../../ui/state-view';
import { Tabs } from '../../ui/tabs';
import { ActivityPanel } from './activity/activity-panel';
import { DraftsPanel } from './drafts/drafts-panel';
import { ProfileForm } from './edit/profile-form';
import { ApiTokensPanel } from './api-tokens/api-tokens-panel';
import { NotificationSettingsPanel } from './notifications/notification-settings-panel';
import { PROFILE_TABS, type ProfileTab } from './search-params';
import { EmailSection } from './settings/email-section';
import { ExportSection } from './settings/export-section';
import { KeptDocumentsSection } from './settings/kept-documents-section';
import { LanguageSection } from './settings/language-section';
import { LinkedAccountsSection } from './settings/linked-accounts-section';
import { PasskeysSection } from './settings/passkeys-section';
import { PasswordSection } from './settings/password-section';
import { RoleCodeSection } from './settings/role-code-section';
import { SessionsSection } from './settings/sessions-section';
import classes from './own-profile.module.css';

/** Language, sign-in methods, sessions and the role of the user. */
function SettingsPanel({ user }: { user: OwnUserResponse }) {
  return (
    <div className={classes.settings}>
      <LanguageSection user={user} />
      <EmailSection user={user} />
      <PasswordSection user={user} />
      <PasskeysSection />
      <LinkedAccountsSection />
      <RoleCodeSection user={user} />
      <SessionsSection />
      <KeptDocumentsSection />
      <ExportSection />
    </div>
  );
}

const text = profile.own;

function EmptyActivity() {
  const { emptyTitle, emptyText } = profile.activity;
  return <StateView icon={<IconNotebook size={24} />} title={emptyTitle} text={emptyText} />;
}

export function OwnProfileScreen({ user, tab: requested = 'edit' }: { user: OwnUserResponse; tab?: ProfileTab }) {
  const navigate = useNavigate();
  const panelId = useId();
  const canCreate = useCan('content.create');
  const tab = requested === 'drafts' && !canCreate ? 'edit' : requested;
  // Opened tabs stay mounted but hidden, so that switching tabs keeps unsaved input.
  const [opened, setOpened] = useState<readonly ProfileTab[]>([tab]);
  if (!opened.includes(tab)) setOpened([...opened, tab]);
  usePageTitle(text.edit);
  return (
    <div className={classes.screen}>
      <PageHeading title={text.title} description={text.lead}>
        <ButtonLink to="/user/$id" params={{ id: user.id }} variant="default">
          {text.seePublic}
        </ButtonLink>
      </PageHeading>
      <Tabs
        label={text.tabs}
        panelId={panelId}
        value={tab}
        options={PROFILE_TABS.filter((value) => value !== 'drafts' || canCreate).map((value) => ({
          value,
          label: text[value],
        }))}
        onChange={(value) => {
          void navigate({ to: '/user/profile', search: { tab: value }, replace: true, resetScroll: false });
        }}
      />
      <div id={panelId} role="tabpanel" aria-label={text[tab]} className={classes.panel}>
        {opened.includes('edit') && (
          <div hidden={tab !== 'edit'}>
            <ProfileForm user={user} />
          </div>
        )}
        {tab === 'drafts' && <DraftsPanel userId={user.id} />}
        {tab === 'activity' && <ActivityPanel userId={user.id} empty={<EmptyActivity />} />}
        {tab === 'notifications' && <NotificationSettingsPanel user={user} />}
        {tab === 'api-tokens' && <ApiTokensPanel />}
        {opened.includes('settings') && (
          <div hidden={tab !== 'settings'}>
            <SettingsPanel user={user} />
          </div>
        )}
      </div>
    </div>
  );
}
