import { ApiProperty } from '@nestjs/swagger';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { TextListField } from '../../../platform/http/validation/fields.js';

const description = 'names of the roles whose badge is shown';

export class RoleDisplayResponse {
  @ApiProperty({ type: [String], description, example: ['ADMIN', 'EDITOR'] }) visible_role_badges!: string[];
}

export class SetRoleDisplayRequest {
  @TextListField({
    label: 'The visible role badges',
    maxItems: 1000,
    max: 60,
    description: `${description} from now on`,
    example: ['ADMIN', 'EDITOR'],
  })
  visible_role_badges!: string[];
}

export class RoleDisplaySavedResponse extends MessageResponse {
  @ApiProperty({ type: [String], description, example: ['ADMIN', 'EDITOR'] }) visible_role_badges!: string[];
}
