import { IconUserCheck } from '@tabler/icons-react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { moderationQueue as text } from '../../../messages/admin-moderation';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { useAssignment } from './use-assignment';
import classes from './moderation.module.css';

/** Who works on an item. */
export function Assignee({ assignee }: { assignee: NonNullable<ModerationItemResponse['assignee']> }) {
  const { user } = useSession();
  return (
    <span className={classes.assignee}>
      <IconUserCheck size={16} aria-hidden="true" />
      <span>{assignee.id === user?.id ? text.assignedToYou : isolate(text.assignedTo, assignee.name)}</span>
    </span>
  );
}

/** The button to take or release the item, and who works on it. */
export function Assignment({ item }: { item: ModerationItemResponse }) {
  const { user } = useSession();
  const assignment = useAssignment(item);
  const { assignee } = item;
  const isOwn = assignee !== null && assignee.id === user?.id;
  return (
    <div className={classes.assignment}>
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          assignment.mutate(!isOwn);
        }}
      >
        {isOwn ? text.release : assignee ? text.takeOver : text.take}
      </Button>
      {assignee && <Assignee assignee={assignee} />}
    </div>
  );
}
