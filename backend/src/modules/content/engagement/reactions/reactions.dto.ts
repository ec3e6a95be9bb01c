import { ApiProperty } from '@nestjs/swagger';
import { ChoiceField, FlagField, IdField } from '../../../../platform/http/validation/fields.js';
import { type ContentKind, contentKinds } from '../../audience/enums.js';
import { type ReactionType, reactionTypes } from '../../items/reaction-types.js';

export class ReactRequest {
  @ChoiceField(contentKinds, { label: 'The content type', enumName: 'ContentKind' })
  content_type!: ContentKind;

  @IdField({
    label: 'The content id',
    description: 'id of the document or video',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  content_id!: string;

  @ChoiceField(reactionTypes, { label: 'The reaction type', enumName: 'ReactionType' })
  reaction_type!: ReactionType;

  @FlagField({ label: 'Active', description: 'the state to set; omitted: toggle', optional: true })
  active?: boolean;
}

export class ReactionResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ description: 'id of the document or video', format: 'uuid' }) content_id!: string;
  @ApiProperty({ enum: reactionTypes, enumName: 'ReactionType' }) reaction_type!: ReactionType;
  @ApiProperty({ description: 'whether the requester has this reaction now' }) active!: boolean;
  @ApiProperty({ example: 12 }) like_count!: number;
  @ApiProperty({ example: 4 }) helpful_count!: number;
  @ApiProperty({ example: 7 }) bookmark_count!: number;
  @ApiProperty({ example: 0 }) confused_count!: number;
}

export class OwnReactionsResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) content_type!: ContentKind;
  @ApiProperty({ description: 'id of the document or video', format: 'uuid' }) content_id!: string;
  @ApiProperty({ enum: reactionTypes, enumName: 'ReactionType', isArray: true, example: ['LIKE', 'BOOKMARK'] })
  reactions!: ReactionType[];
}
