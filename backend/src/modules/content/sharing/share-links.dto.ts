import { ApiProperty } from '@nestjs/swagger';
import { SHARE_LABEL_MAX } from '@hub/shared/limits';
import {
  EmptyAsUndefined,
  FlagField,
  NewPasswordField,
  TextField,
  TimeField,
} from '../../../platform/http/validation/fields.js';
import { type ContentKind, contentKinds } from '../audience/audience.js';

export class CreateShareLinkRequest {
  @EmptyAsUndefined()
  @TextField({
    label: 'name',
    description: 'whom or what the link is for; only shown to those who manage it',
    singleLine: true,
    max: SHARE_LABEL_MAX,
    optional: true,
    example: 'Review by Example Ltd',
  })
  label?: string;

  @EmptyAsUndefined()
  @TimeField({
    label: 'expiry',
    description: 'when the link stops working, in the future; by default it works until it is revoked',
    optional: true,
    example: '2027-01-31T23:00:00.000Z',
  })
  expires_at?: string | null;

  @NewPasswordField({
    label: 'password',
    description: 'what opens the link in addition; stored as a hash',
    optional: true,
    example: 'glacier-lamp-42',
  })
  password?: string;

  @FlagField({
    label: 'includeChildren',
    description:
      'whether the link also opens the published pages below, now and later: of an author without ' +
      '`content.edit_any` only their own',
    optional: true,
  })
  include_children?: boolean;
}

export class ShareLinkResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'may be empty', example: 'Review by Example Ltd' }) label!: string;
  @ApiProperty({ description: 'whether it asks for a password' }) has_password!: boolean;
  @ApiProperty({ description: 'whether it also opens the pages below' }) include_children!: boolean;
  @ApiProperty({ description: 'null: never', type: String, format: 'date-time', nullable: true })
  expires_at!: string | null;
  @ApiProperty({ description: 'whether it has expired' }) expired!: boolean;
  @ApiProperty({ description: 'how often it was opened', type: 'integer', example: 3 }) opens!: number;
  @ApiProperty({ description: 'null: not opened yet', type: String, format: 'date-time', nullable: true })
  last_opened_at!: string | null;
  @ApiProperty({ format: 'uuid' }) creator_id!: string;
  @ApiProperty({ example: 'Clara Conrad' }) creator_name!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class NewShareLinkResponse extends ShareLinkResponse {
  @ApiProperty({
    description: 'address of the shared page; only in this response, because the hub stores a hash',
    example: 'https://hub.example.org/s/x4TzEXAMPLEmvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0',
  })
  url!: string;
}

/** A link in the administration. */
export class ListedShareLinkResponse extends ShareLinkResponse {
  @ApiProperty({ format: 'uuid' }) item_id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) item_type!: ContentKind;
  @ApiProperty({ example: 'Getting started' }) item_title!: string;
  @ApiProperty({ example: 'getting-started' }) item_slug!: string;
}
