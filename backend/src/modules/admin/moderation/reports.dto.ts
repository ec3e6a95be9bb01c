import { ChoiceField, IdField, TextField } from '../../../platform/http/validation/fields.js';
import { type ReportedType, reportedTypes } from './reported-types.js';

export class CreateReportRequest {
  @ChoiceField(reportedTypes, { label: 'The item type', enumName: 'ReportedType', description: 'what is reported' })
  item_type!: ReportedType;

  @IdField({
    label: 'The item id',
    description: 'id of the document, video, comment, thread or post',
    example: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  })
  item_id!: string;

  @TextField({
    label: 'The reason',
    description: 'for the moderators; the author does not see it',
    min: 3,
    max: 1000,
    example: 'This is an advertisement.',
  })
  reason!: string;
}
