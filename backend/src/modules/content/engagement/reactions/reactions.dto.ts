import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, FlagField, IdField } from '../../../../platform/http/validation/fields.js';
import { type ContentKind, contentKinds } from '../../items/enums.js';
import { type ReactionType, reactionTypes } from './reaction-types.js';

export class ReactRequest {
  @ChoiceField(contentKinds, { label: 'The content type', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({ label: 'The content id', example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f' })
  content_id!: string;

  @ChoiceField(reactionTypes, { label: 'The reaction type', enumName: 'ReactionType' })
  reaction_type!: ReactionType;

  @FlagField({
    label: 'Active',
    optional: true,
    description:
      'what it shall be afterwards, so that a request sent twice does not turn it back; without it the reaction is turned round',
  })
  active?: boolean;
}

export class ReactionResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) content_id!: string;
  @ApiProperty({ enum: reactionTypes, enumName: 'ReactionType' }) reaction_type!: ReactionType;
  @ApiProperty({ description: 'whether the reaction of this person is there now' }) active!: boolean;
  @ApiProperty({ example: 12 }) like_count!: number;
  @ApiProperty({ example: 4 }) helpful_count!: number;
  @ApiProperty({ example: 7 }) bookmark_count!: number;
  @ApiProperty({ example: 0 }) confused_count!: number;
}

export class OwnReactionsResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) content_id!: string;
  @ApiProperty({ enum: reactionTypes, enumName: 'ReactionType', isArray: true, example: ['LIKE', 'BOOKMARK'] })
  reactions!: ReactionType[];
}
