import { ApiProperty } from '@nestjs/swagger';
import { CheckedBy } from '../../../platform/http/validation/fields.js';
import { type SettingValue, settingsSections, type SettingsSection } from '../../../platform/settings/settings.js';

const isFilledObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;

export class UpdateSettingsRequest {
  @CheckedBy('isFilledObject', isFilledObject, (texts) => texts.validation.settings)
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'new values by the keys of their settings; other settings stay as they are',
    example: { 'site.name': 'Knowledge Hub' },
  })
  values!: Record<string, unknown>;
}

const settingProperty = (description: string) =>
  ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }, { type: 'array', items: { type: 'string' } }],
    description,
    example: 'Knowledge Hub',
  });

class SettingResponse {
  @ApiProperty({ example: 'site.name' }) key!: string;
  @ApiProperty({ enum: settingsSections, enumName: 'SettingsSection' }) section!: SettingsSection;
  @settingProperty('the present value, of the type in the schema') value!: unknown;
  @settingProperty('the value of a new hub') default_value!: unknown;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'JSON schema of the value',
    example: { type: 'string' },
  })
  schema!: Record<string, unknown>;
}

export class SettingsResponse {
  @ApiProperty({ type: [SettingResponse], description: 'in the order of their sections' })
  settings!: SettingResponse[];
  @ApiProperty({ description: 'whether mails are sent; otherwise they are only logged' }) mail_configured!: boolean;
}

export class SettingsSavedResponse extends SettingsResponse {
  @ApiProperty({ description: 'a sentence to show to the user', example: 'Settings saved' }) message!: string;
}

const mailTestResults = ['sent', 'failed', 'logged'] as const;
export type MailTestResult = (typeof mailTestResults)[number];

export class MailTestResponse {
  @ApiProperty({
    enum: mailTestResults,
    enumName: 'MailTestResult',
    description: 'logged: no mail server is configured',
  })
  result!: MailTestResult;
  @ApiProperty({ format: 'email', description: "the requester's own address" }) recipient!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'what the mail server, or the connection to it, responded',
    example: '250 2.0.0 Ok: queued as 4A7F2',
  })
  server_response!: string | null;
  @ApiProperty({ description: 'a sentence to show to the user', example: 'The mail server accepted the email.' })
  message!: string;
}

export const toSetting = ({ setting, section, jsonSchema, value }: SettingValue): SettingResponse => ({
  key: setting.key,
  section,
  value,
  default_value: setting.fallback,
  schema: jsonSchema,
});
