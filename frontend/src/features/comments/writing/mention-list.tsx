import { commenting as text } from '../../../messages/en-commenting';
import { Avatar } from '../../../ui/avatar';
import { OptionList } from '../../../ui/option-list';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './mention-list.module.css';
import type { Mentionable } from './use-mentions';

interface MentionListProps {
  /** The id of the suggestion list. */
  id: string;
  suggestions: readonly Mentionable[];
  activeIndex: number;
  onSelect: (user: Mentionable) => void;
}

/**
 * Suggested users below the text. A multi-line field cannot be a combobox, so a live region announces the suggestions.
 */
export function MentionList({ id, suggestions, activeIndex, onSelect }: MentionListProps) {
  return (
    <>
      <OptionList
        id={id}
        label={text.people}
        options={suggestions}
        getKey={(user) => user.id}
        activeIndex={activeIndex}
        onSelect={onSelect}
        className={classes.people}
      >
        {(user) => (
          <>
            <Avatar name={user.title} size="xs" />
            <span>
              {user.title} <span className={classes.handle}>@{user.handle}</span>
            </span>
          </>
        )}
      </OptionList>
      <span role="status">
        <VisuallyHidden>{suggestions.length > 0 && text.peopleFound(suggestions.length)}</VisuallyHidden>
      </span>
    </>
  );
}
