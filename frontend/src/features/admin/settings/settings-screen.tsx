import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { SettingsResponse } from '../../../api/generated/model/settingsResponse';
import { usePageTitle } from '../../../lib/page';
import { settingsTexts as text } from '../../../messages/admin-settings';
import { demoTexts } from '../../../messages/demo';
import { demoQuery } from '../../../shared/demo/demo-query';
import { describeKept, describeRemoved } from '../../../shared/demo/describe-demo';
import { RemoveDemoButton } from '../../../shared/demo/remove-demo-button';
import { LoadError } from '../../../shared/errors/load-error';
import { useUnsavedChangesGuard } from '../../../shared/forms/unsaved-changes';
import { PageHeading } from '../../../ui/page-heading';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { GeneralSection } from './general-section';
import { MailSection } from './mail-section';
import {
  BackupsSection,
  CommunitySection,
  LegalSection,
  RetentionSection,
  ReviewSection,
  VideosSection,
} from './other-sections';
import { settingsQuery } from './queries';
import { RegistrationSection } from './registration-section';
import { toSettingMap } from './setting-map';
import { SectionFrame } from './settings-form';
import classes from './settings.module.css';

const sections = [
  ['general', text.general.title],
  ['registration', text.registration.title],
  ['review', text.review.title],
  ['videos', text.videos.title],
  ['community', text.community.title],
  ['mail', text.mail.title],
  ['legal', text.legal.title],
  ['retention', text.retention.title],
  ['backups', text.backups.title],
] as const;

function SectionLinks({ hasDemo }: { hasDemo: boolean }) {
  return (
    <nav aria-label={text.navigation} className={classes.navigation}>
      {sections.map(([id, title]) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
      {hasDemo && <a href="#demo">{demoTexts.title}</a>}
    </nav>
  );
}

/** The titles of the sections with unsaved changes. */
function useDirtySections() {
  const [dirty, setDirty] = useState<readonly string[]>([]);
  const onDirtyChange = useCallback((section: string, isDirty: boolean) => {
    setDirty((before) => {
      if (before.includes(section) === isDirty) return before;
      return isDirty ? [...before, section] : before.filter((other) => other !== section);
    });
  }, []);
  useUnsavedChangesGuard(dirty.length > 0, { ...text.leave, text: text.leave.text(dirty.join(', ')) });
  return onDirtyChange;
}

function LoadedSettings({ settings: list, mail_configured }: SettingsResponse) {
  const settings = useMemo(() => toSettingMap(list), [list]);
  const onDirtyChange = useDirtySections();
  const props = { settings, onDirtyChange };
  // Most hubs have none, so its errors are not shown here.
  const { data: demo } = useQuery(demoQuery);
  return (
    <>
      <SectionLinks hasDemo={demo?.exists === true} />
      <GeneralSection {...props} />
      <RegistrationSection {...props} isMailConfigured={mail_configured} />
      <ReviewSection {...props} />
      <VideosSection {...props} />
      <CommunitySection {...props} />
      <MailSection isConfigured={mail_configured} />
      <LegalSection {...props} />
      <RetentionSection {...props} />
      <BackupsSection {...props} />
      {demo?.exists && (
        <SectionFrame id="demo" title={demoTexts.title} lead={demoTexts.lead}>
          <p>{describeRemoved(demo.removed)}</p>
          <p>{describeKept(demo.kept)}</p>
          <RemoveDemoButton />
        </SectionFrame>
      )}
    </>
  );
}

function SettingsSkeleton() {
  return (
    <Skeleton>
      {[12, 14, 8].map((height) => (
        <div key={height} className={classes.section}>
          <SkeletonItem width="8rem" height="1.5rem" />
          <SkeletonItem height={`${height}rem`} />
        </div>
      ))}
    </Skeleton>
  );
}

export function SettingsScreen() {
  usePageTitle(text.title);
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <>
      <PageHeading title={text.title} description={text.lead} />
      {data && <LoadedSettings {...data} />}
      {!data && error && <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />}
      {!data && !error && <SettingsSkeleton />}
    </>
  );
}
