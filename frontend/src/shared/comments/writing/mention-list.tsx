import { commenting as text } from '../../../messages/en-commenting';
import { Avatar } from '../../../ui/avatar';
import { OptionList } from '../../../ui/option-list';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './mention-list.module.css';
import type { Mentionable } from './use-mentions';

interface MentionListProps {
  /** That of the text. */
  id: string;
  found: readonly Mentionable[];
  active: number;
  onChoose: (person: Mentionable) => void;
}

/** People below the text. That is no combobox, since it has many lines, so that there are some is told aside. */
export function MentionList({ id, found, active, onChoose }: MentionListProps) {
  return (
    <>
      <OptionList
        id={id}
        label={text.people}
        options={found}
        keyOf={(person) => person.id}
        active={active}
        onChoose={onChoose}
        className={classes.people}
      >
        {(person) => (
          <>
            <Avatar name={person.title} size="tiny" />
            <span>
              {person.title} <span className={classes.handle}>@{person.handle}</span>
            </span>
          </>
        )}
      </OptionList>
      <span role="status">
        <VisuallyHidden>{found.length > 0 && text.peopleFound(found.length)}</VisuallyHidden>
      </span>
    </>
  );
}
