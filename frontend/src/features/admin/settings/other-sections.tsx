import { siteSettingKeys } from '../../../lib/site-settings';
import { settingsTexts as text } from '../../../messages/admin-settings';
import { NumberField, PageLinkField, SwitchField } from './setting-fields';
import { type SectionProps, SettingsForm } from './settings-form';

const review = {
  edits: 'content.review_edits',
  videos: 'content.review_videos',
  outdated: 'analytics.outdated_days',
};

export function ReviewSection(props: SectionProps) {
  return (
    <SettingsForm {...props} id="review" title={text.review.title} lead={text.review.lead} keys={Object.values(review)}>
      {(form) => (
        <>
          <SwitchField form={form} name={review.edits} label={text.review.edits} hint={text.review.editsHint} />
          <SwitchField form={form} name={review.videos} label={text.review.videos} hint={text.review.videosHint} />
          <NumberField
            form={form}
            settings={props.settings}
            name={review.outdated}
            label={text.review.outdated}
            hint={text.review.outdatedHint}
          />
        </>
      )}
    </SettingsForm>
  );
}

const videos = [
  { key: 'videos.max_minutes', label: text.videos.minutes, hint: text.videos.minutesHint },
  { key: 'videos.max_frames', label: text.videos.frames, hint: text.videos.framesHint },
  { key: 'uploads.quota_mb', label: text.videos.quota, hint: text.videos.quotaHint },
];

export function VideosSection(props: SectionProps) {
  return (
    <SettingsForm
      {...props}
      id="videos"
      title={text.videos.title}
      lead={text.videos.lead}
      keys={videos.map(({ key }) => key)}
    >
      {(form) =>
        videos.map(({ key, label, hint }) => (
          <NumberField key={key} form={form} settings={props.settings} name={key} label={label} hint={hint} />
        ))
      }
    </SettingsForm>
  );
}

const community = [
  { key: 'forum.new_member_posts_per_minute', label: text.community.posts },
  { key: 'forum.new_member_links', label: text.community.links },
  { key: 'images.quota_mb', label: text.community.quota },
  { key: 'images.per_hour', label: text.community.perHour },
  { key: 'attachments.max_mb', label: text.community.attachment },
];

export function CommunitySection(props: SectionProps) {
  return (
    <SettingsForm
      {...props}
      id="community"
      title={text.community.title}
      lead={text.community.lead}
      keys={community.map(({ key }) => key)}
    >
      {(form) =>
        community.map(({ key, label }) => (
          <NumberField key={key} form={form} settings={props.settings} name={key} label={label} />
        ))
      }
    </SettingsForm>
  );
}

const { imprintLink, privacyLink } = siteSettingKeys;

export function LegalSection(props: SectionProps) {
  return (
    <SettingsForm
      {...props}
      id="legal"
      title={text.legal.title}
      lead={text.legal.lead}
      keys={[imprintLink, privacyLink]}
    >
      {(form) => (
        <>
          <PageLinkField form={form} name={imprintLink} label={text.legal.imprint} hint={text.legal.hint} />
          <PageLinkField form={form} name={privacyLink} label={text.legal.privacy} hint={text.legal.hint} />
        </>
      )}
    </SettingsForm>
  );
}

const retention = {
  trash: 'trash.retention_days',
  audit: 'audit.retention_days',
  analytics: 'analytics.retention_days',
};

export function RetentionSection(props: SectionProps) {
  const { settings } = props;
  return (
    <SettingsForm
      {...props}
      id="retention"
      title={text.retention.title}
      lead={text.retention.lead}
      keys={Object.values(retention)}
    >
      {(form) => (
        <>
          <NumberField
            form={form}
            settings={settings}
            name={retention.trash}
            label={text.retention.trash}
            hint={text.retention.trashHint}
          />
          <NumberField
            form={form}
            settings={settings}
            name={retention.audit}
            label={text.retention.audit}
            hint={text.retention.auditHint}
          />
          <NumberField form={form} settings={settings} name={retention.analytics} label={text.retention.analytics} />
        </>
      )}
    </SettingsForm>
  );
}

const backups = { daily: 'backups.daily', hour: 'backups.hour', keep: 'backups.keep' };

export function BackupsSection(props: SectionProps) {
  const { settings } = props;
  return (
    <SettingsForm
      {...props}
      id="backups"
      title={text.backups.title}
      lead={text.backups.lead}
      keys={Object.values(backups)}
    >
      {(form) => (
        <>
          <SwitchField form={form} name={backups.daily} label={text.backups.daily} />
          <NumberField
            form={form}
            settings={settings}
            name={backups.hour}
            label={text.backups.hour}
            hint={text.backups.hourHint}
          />
          <NumberField
            form={form}
            settings={settings}
            name={backups.keep}
            label={text.backups.keep}
            hint={text.backups.keepHint}
          />
        </>
      )}
    </SettingsForm>
  );
}
