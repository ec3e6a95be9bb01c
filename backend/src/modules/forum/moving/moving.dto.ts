import { IdField, IdListField, TextField } from '../../../platform/http/validation/fields.js';
import { MAX_SPLIT, MAX_TITLE } from '../shared/forum-limits.js';

export class SplitThreadRequest {
  @IdListField({
    label: 'The posts',
    description: 'replies of the thread; the one with the lowest number becomes the Original Post of the new thread',
    maxItems: MAX_SPLIT,
    example: ['0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f'],
  })
  post_ids!: string[];

  @TextField({
    label: 'The title',
    description: 'of the new thread',
    singleLine: true,
    min: 1,
    max: MAX_TITLE,
    example: 'How often should backups run?',
  })
  title!: string;

  @IdField({ label: 'The category', description: 'of the new thread; that of the thread when omitted', optional: true })
  category_id?: string | null;
}

export class MergeThreadRequest {
  @IdField({ label: 'The thread', description: 'to which the posts are added' })
  target_id!: string;
}
