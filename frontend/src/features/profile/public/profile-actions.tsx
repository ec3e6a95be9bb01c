import { IconMessage, IconUserPlus } from '@tabler/icons-react';
import { userProfileTexts as text } from '../../../messages/en-user-profile';
import { Button } from '../../../ui/button';
import { Tooltip } from '../../../ui/tooltip';
import classes from './public-profile.module.css';

const actions = [
  { label: text.message, icon: IconMessage },
  { label: text.follow, icon: IconUserPlus },
];

/** Disabled actions that remain focusable, so that their explanation can be reached by keyboard. */
export function ProfileActions() {
  return (
    <div className={classes.actions}>
      {actions.map(({ label, icon: Icon }) => (
        <Tooltip key={label} text={text.notOffered} align="end">
          {(describedBy) => (
            <Button
              variant="default"
              icon={<Icon size={16} aria-hidden="true" />}
              aria-disabled="true"
              aria-describedby={describedBy}
              className={classes.off}
            >
              {label}
            </Button>
          )}
        </Tooltip>
      ))}
    </div>
  );
}
