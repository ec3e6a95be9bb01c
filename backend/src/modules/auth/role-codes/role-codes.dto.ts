import { ApiProperty } from '@nestjs/swagger';
import { EmptyAsUndefined, NumberField, TextField, TimeField } from '../../../platform/http/validation/fields.js';

export const roleCodeStatuses = ['active', 'used_up', 'expired', 'void'] as const;
export type RoleCodeStatus = (typeof roleCodeStatuses)[number];

export class RedeemRoleCodeRequest {
  @TextField({
    label: 'The role code',
    min: 1,
    max: 60,
    description: 'in any letter case, with or without hyphens',
    example: 'K7QP-3MNX-WE5T',
  })
  code!: string;
}

export class RoleCodeRedeemedResponse {
  @ApiProperty({ description: 'name of the role the person has now', example: 'CONTRIBUTOR' }) new_role!: string;
  @ApiProperty({ description: 'a sentence for people', example: 'Your role is now Contributor.' }) message!: string;
}

export class CreateRoleCodeRequest {
  @TextField({
    label: 'The role',
    min: 1,
    max: 60,
    description: 'name of a system or custom role, but ADMIN',
    example: 'CONTRIBUTOR',
  })
  role!: string;

  @NumberField({ label: 'The number of uses', min: 1, max: 10_000 })
  max_uses!: number;

  @EmptyAsUndefined()
  @TimeField({
    label: 'The expiry',
    optional: true,
    description: 'never when missing',
    example: '2099-12-31T18:00:00Z',
  })
  expires_at?: string | null;
}

export class RoleCodeResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'the beginning of the code, to tell it from others', example: 'K7QP' }) hint!: string;
  @ApiProperty({ example: 'CONTRIBUTOR' }) role!: string;
  @ApiProperty({ example: 'Contributor' }) role_display_name!: string;
  @ApiProperty() max_uses!: number;
  @ApiProperty() used_count!: number;
  @ApiProperty({
    enum: roleCodeStatuses,
    enumName: 'RoleCodeStatus',
    description: 'void while whoever made it could not give this role themselves',
  })
  status!: RoleCodeStatus;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) expires_at!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'who made it', example: 'Ada Lovelace' }) created_by_name!:
    string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class NewRoleCodeResponse extends RoleCodeResponse {
  @ApiProperty({ description: 'shown this once; only a hash of it is kept', example: 'K7QP-3MNX-WE5T' }) code!: string;
}
