import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { commenting as text } from '../../../messages/commenting';
import { useSuggestions } from '../../../shared/search/use-suggestions';
import { Avatar } from '../../../ui/avatar';
import { getNextOptionIndex, OptionList } from '../../../ui/option-list';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './mentions.module.css';

/**
 * `MENTION` of `@hub/shared/references` for an incomplete mention; it accepts all letters, because users are searched
 * by name.
 */
const PARTIAL_MENTION = /(?<![\p{L}\p{N}_@./-])@([\p{L}\p{N}][\p{L}\p{N}-]{0,29})$/u;

interface PartialMention {
  /** The text after the @. */
  query: string;
  from: number;
}

/** Returns the mention at the end of the text, or undefined. */
export function findMentionAtEnd(content: string): PartialMention | undefined {
  const query = PARTIAL_MENTION.exec(content)?.[1];
  return query === undefined ? undefined : { query, from: content.length - query.length };
}

type Mentionable = SuggestionResponse & { handle: string };

const isMentionable = (suggestion: SuggestionResponse): suggestion is Mentionable => suggestion.handle !== null;

/** Suggests users to mention while the user types @ and the beginning of a name. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>) {
  const [partialMention, setPartialMention] = useState<PartialMention>();
  const [active, setActive] = useState(0);
  /** The start of a mention whose suggestions the user has dismissed. */
  const [dismissed, setDismissed] = useState<number>();
  const isOpen = partialMention !== undefined && partialMention.from !== dismissed;
  const suggestions = useSuggestions(isOpen ? partialMention.query : '', 'user').filter(isMentionable);

  const updateQuery = () => {
    const element = field.current;
    const next = element ? findMentionAtEnd(element.value.slice(0, element.selectionStart)) : undefined;
    if (next?.from !== dismissed) setDismissed(undefined);
    if (next?.from === partialMention?.from && next?.query === partialMention?.query) return;
    setPartialMention(next);
    setActive(0);
  };
  const insertMention = ({ handle }: Mentionable) => {
    const element = field.current;
    if (!element || !partialMention) return;
    const { value, selectionStart: end } = element;
    element.setRangeText(`${handle} `, partialMention.from, value[end] === ' ' ? end + 1 : end, 'end');
    // Notifies the form as if the text had been typed.
    element.dispatchEvent(new Event('input', { bubbles: true }));
    setPartialMention(undefined);
  };
  /** @returns whether the list has handled the key */
  const handleKey = (event: KeyboardEvent): boolean => {
    const user = suggestions[active];
    if (!user || event.nativeEvent.isComposing) return false;
    const next = getNextOptionIndex(event.key, active, suggestions.length, { from: 0 });
    if (next !== undefined) setActive(next);
    else if (event.key === 'Escape') setDismissed(partialMention?.from);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return false;
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) insertMention(user);
    else return false;
    event.preventDefault();
    return true;
  };
  const close = () => {
    setPartialMention(undefined);
  };
  return { suggestions, active, insertMention, handleKey, updateQuery, close };
}

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
