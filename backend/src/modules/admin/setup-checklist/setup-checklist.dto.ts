import { ApiProperty } from '@nestjs/swagger';
import { FlagField } from '../../../platform/http/validation/fields.js';

/** In the order in which they are shown. `demo` is one only in a hub with demo content. */
export const setupSteps = [
  'name',
  'access',
  'mail',
  'categories',
  'community',
  'people',
  'document',
  'backup',
  'demo',
] as const;
export type SetupStep = (typeof setupSteps)[number];

class SetupStepResponse {
  @ApiProperty({
    description:
      'name: name or logo; access: who may register; mail: a mail server, or the choice to have none; ' +
      'categories, document: the first ones; community: the first category of the forum; ' +
      'people: a second account or an invitation; ' +
      'backup: a complete backup; demo: removing the demo content, only in a hub that has it',
    enum: setupSteps,
    enumName: 'SetupStep',
  })
  name!: SetupStep;
  @ApiProperty() is_done!: boolean;
}

export class SetupChecklistResponse {
  @ApiProperty({ type: [SetupStepResponse] }) steps!: SetupStepResponse[];
  @ApiProperty({ description: 'whether an administrator has dismissed it' }) is_dismissed!: boolean;
}

export class UpdateSetupChecklistRequest {
  @FlagField({ label: 'dismissed', description: 'false shows it again', optional: true }) is_dismissed?: boolean;

  @FlagField({
    label: 'withoutAMailServer',
    description: 'true makes the step `mail` done in a hub without a mail server',
    optional: true,
  })
  works_without_mail?: boolean;
}
