import { IconMessage, IconUserPlus } from '@tabler/icons-react';
import { person as text } from '../../../messages/en-person';
import { Button } from '../../../ui/button';
import { Tooltip } from '../../../ui/tooltip';
import classes from './person.module.css';

const acts = [
  { label: text.message, icon: IconMessage },
  { label: text.follow, icon: IconUserPlus },
];

/** Shown, but disabled. They stay within reach of the keyboard, so that everybody can learn why. */
export function PersonActs() {
  return (
    <div className={classes.acts}>
      {acts.map(({ label, icon: Icon }) => (
        <Tooltip key={label} text={text.notOffered} align="end">
          {(describedBy) => (
            <Button
              look="default"
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
