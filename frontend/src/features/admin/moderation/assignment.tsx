import { IconUserCheck } from '@tabler/icons-react';
import type { ModerationItemResponse } from '../../../api/generated/model/moderationItemResponse';
import { moderationQueue as text } from '../../../messages/en-admin-moderation';
import { useSession } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { isolate } from '../../../ui/isolate';
import { useAssignment } from './use-assignment';
import classes from './moderation.module.css';

/** Who works on the item, and the button to take or release it. */
export function Assignment({ item }: { item: ModerationItemResponse }) {
  const { user } = useSession();
  const assignment = useAssignment(item);
  const { assignee } = item;
  const isOwn = assignee !== null && assignee.id === user?.id;
  return (
    <div className={classes.assignment}>
      {assignee && (
        <span className={classes.assignee}>
          <IconUserCheck size={16} aria-hidden="true" />
          <span>{isOwn ? text.assignedToYou : isolate(text.assignedTo, assignee.name)}</span>
        </span>
      )}
      <Button
        variant="default"
        size="sm"
        onClick={() => {
          assignment.mutate(!isOwn);
        }}
      >
        {isOwn ? text.release : assignee ? text.takeOver : text.take}
      </Button>
    </div>
  );
}
