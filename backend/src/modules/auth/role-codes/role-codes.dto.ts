import { ApiProperty } from '@nestjs/swagger';
import { ROLE_CODE_USES_MAX } from '@hub/shared/limits';
import { EmptyAsUndefined, NumberField, TextField, TimeField } from '../../../platform/http/validation/fields.js';

const roleCodeStatuses = ['active', 'used_up', 'expired', 'void'] as const;
export type RoleCodeStatus = (typeof roleCodeStatuses)[number];

export class RedeemRoleCodeRequest {
  @TextField({
    label: 'roleCode',
    description: 'in any letter case, with or without hyphens',
    min: 1,
    max: 60,
    example: 'K7QP-3MNX-WE5T',
  })
  code!: string;
}

export class RoleCodeRedeemedResponse {
  @ApiProperty({ description: 'name of the role that the user has now', example: 'CONTRIBUTOR' }) new_role!: string;
  @ApiProperty({ description: 'a sentence to show to the user', example: 'Your role is now Contributor.' })
  message!: string;
}

export class CreateRoleCodeRequest {
  @TextField({
    label: 'role',
    description: 'name of a system or custom role, except ADMIN',
    min: 1,
    max: 60,
    example: 'CONTRIBUTOR',
  })
  role!: string;

  @NumberField({
    label: 'numberOfUses',
    description: 'how many users can redeem the code',
    min: 1,
    max: ROLE_CODE_USES_MAX,
  })
  max_uses!: number;

  @EmptyAsUndefined()
  @TimeField({
    label: 'expiry',
    description: 'never when omitted',
    optional: true,
    example: '2099-12-31T18:00:00Z',
  })
  expires_at?: string | null;
}

export class RoleCodeResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'the first characters of the code', example: 'K7QP' }) hint!: string;
  @ApiProperty({ description: 'name of the role', example: 'CONTRIBUTOR' }) role!: string;
  @ApiProperty({ description: 'display name of the role', example: 'Contributor' }) role_display_name!: string;
  @ApiProperty({ description: 'how many users can redeem the code' }) max_uses!: number;
  @ApiProperty({ description: 'how many users have redeemed the code' }) used_count!: number;
  @ApiProperty({
    description: 'void: the creator could no longer assign this role',
    enum: roleCodeStatuses,
    enumName: 'RoleCodeStatus',
  })
  status!: RoleCodeStatus;
  @ApiProperty({ description: 'null: never', type: String, format: 'date-time', nullable: true }) expires_at!:
    | string
    | null;
  @ApiProperty({ description: 'name of the creator', type: String, nullable: true, example: 'Ada Lovelace' })
  created_by_name!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class NewRoleCodeResponse extends RoleCodeResponse {
  @ApiProperty({ description: 'only in this response: the hub stores a hash', example: 'K7QP-3MNX-WE5T' })
  code!: string;
}
