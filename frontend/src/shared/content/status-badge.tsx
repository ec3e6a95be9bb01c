import { messages } from '../../messages/en';
import { Badge, type Tone } from '../../ui/badge';
import type { DocumentStatus } from '../../api/generated/model/documentStatus';

const tones: Record<DocumentStatus, Tone> = {
  DRAFT: 'grey',
  IN_REVIEW: 'amber',
  PUBLISHED: 'green',
  ARCHIVED: 'slate',
};

export function StatusBadge({ status }: { status: DocumentStatus }) {
  return <Badge tone={tones[status]}>{messages.status[status]}</Badge>;
}
