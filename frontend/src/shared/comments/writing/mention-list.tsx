import { useEffect } from 'react';
import { commenting as text } from '../../../messages/en-commenting';
import { Avatar } from '../../../ui/avatar';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './mention-list.module.css';
import type { Mentionable } from './use-mentions';

interface MentionListProps {
  /** From which those of the options are made. */
  id: string;
  found: readonly Mentionable[];
  active: number;
  onChoose: (person: Mentionable) => void;
}

export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** People below the text; the focus stays in that, which names the option the arrow keys are at. */
export function MentionList({ id, found, active, onChoose }: MentionListProps) {
  const isOpen = found.length > 0;
  useEffect(() => {
    if (isOpen) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, id, active]);
  return (
    <>
      <ul id={id} role="listbox" aria-label={text.people} className={classes.people} hidden={!isOpen}>
        {found.map((person, index) => (
          <li
            key={person.id}
            id={optionId(id, index)}
            role="option"
            aria-selected={index === active}
            className={classes.person}
            // Before the text loses the focus and the list closes.
            onMouseDown={(event) => {
              event.preventDefault();
              onChoose(person);
            }}
          >
            <Avatar name={person.title} size="tiny" />
            <span>
              {person.title} <span className={classes.handle}>@{person.handle}</span>
            </span>
          </li>
        ))}
      </ul>
      <span role="status">
        <VisuallyHidden>{isOpen && text.peopleFound(found.length)}</VisuallyHidden>
      </span>
    </>
  );
}
