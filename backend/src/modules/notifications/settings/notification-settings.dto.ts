import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsArray, IsIn, IsOptional } from 'class-validator';
import {
  ChoiceField,
  type FieldLabel,
  says,
  TextField,
  WithoutProblem,
} from '../../../platform/http/validation/fields.js';
import { digestFrequencies, type DigestFrequency } from './digest-schedule.js';
import { type NotificationTopic, notificationTopics } from './notification-topics.js';
import { findTimeZoneProblem } from './time-zones.js';

const TOPICS = {
  enum: [...notificationTopics],
  enumName: 'NotificationTopic',
  isArray: true,
  example: ['watched_threads'],
} as const;

/** Any number of topics, also none. */
const TopicsField = (label: FieldLabel, description: string) =>
  applyDecorators(
    ApiProperty({ ...TOPICS, required: false, description, maxItems: notificationTopics.length }),
    IsOptional(),
    IsArray(says(({ fields, validation }) => validation.list(fields[label]))),
    IsIn(
      notificationTopics,
      says(
        ({ fields, validation }) => validation.among({ field: fields[label], choices: notificationTopics.join(', ') }),
        { each: true },
      ),
    ),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set<unknown>(value)] : value)),
  );

/** Omitted fields stay unchanged. */
export class UpdateNotificationSettingsRequest {
  @TopicsField('mutedInApp', 'topics without notifications in the hub')
  muted_in_app?: NotificationTopic[];

  @TopicsField('mutedEmail', 'topics without mails')
  muted_email?: NotificationTopic[];

  @ChoiceField(digestFrequencies, { label: 'digest', enumName: 'DigestFrequency', optional: true })
  digest?: DigestFrequency;

  @WithoutProblem('isTimeZone', findTimeZoneProblem)
  @TextField({
    label: 'timeZone',
    description: 'IANA name; the digest is sent in its morning',
    max: 64,
    optional: true,
    example: 'Europe/Berlin',
  })
  time_zone?: string;
}

export class NotificationSettingsResponse {
  @ApiProperty({ ...TOPICS, description: 'topics without notifications in the hub' })
  muted_in_app!: NotificationTopic[];
  @ApiProperty({ ...TOPICS, description: 'topics without mails' }) muted_email!: NotificationTopic[];
  @ApiProperty({ enum: [...digestFrequencies], enumName: 'DigestFrequency', example: 'weekly' })
  digest!: DigestFrequency;
  @ApiProperty({
    description: 'IANA name; null until the user has chosen one, which means UTC',
    type: String,
    nullable: true,
    example: 'Europe/Berlin',
  })
  time_zone!: string | null;
}
