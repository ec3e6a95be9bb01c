import { messages } from '../../messages/en';
import { Badge, type Tone } from '../../ui/badge';
import type { ContentStatus } from '../../api/generated/model/contentStatus';

const tones: Record<ContentStatus, Tone> = {
  DRAFT: 'grey',
  IN_REVIEW: 'amber',
  PUBLISHED: 'green',
  ARCHIVED: 'slate',
  PROCESSING: 'blue',
  READY: 'green',
  ERROR: 'red',
};

export function StatusBadge({ status }: { status: ContentStatus }) {
  return <Badge tone={tones[status]}>{messages.status[status]}</Badge>;
}
