import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { getNextOptionIndex } from '../../../ui/option-navigation';
import { useSuggestions } from '../../../shared/search/use-suggestions';
import { findMentionAtEnd, type PartialMention } from './partial-mention';

export type Mentionable = SuggestionResponse & { handle: string };

const isMentionable = (suggestions: SuggestionResponse): suggestions is Mentionable => suggestions.handle !== null;

/** Suggests users to mention while the user types @ and the beginning of a name. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>) {
  const [partialMention, setBegun] = useState<PartialMention>();
  const [active, setActive] = useState(0);
  /** The start of a mention whose suggestions the user has dismissed. */
  const [dismissed, setDismissed] = useState<number>();
  const isWanted = partialMention !== undefined && partialMention.from !== dismissed;
  const suggestions = useSuggestions(isWanted ? partialMention.query : '', 'user').filter(isMentionable);

  const updateQuery = () => {
    const element = field.current;
    const next = element ? findMentionAtEnd(element.value.slice(0, element.selectionStart)) : undefined;
    if (next?.from !== dismissed) setDismissed(undefined);
    if (next?.from === partialMention?.from && next?.query === partialMention?.query) return;
    setBegun(next);
    setActive(0);
  };
  const insertMention = ({ handle }: Mentionable) => {
    const element = field.current;
    if (!element || !partialMention) return;
    const { value, selectionStart: end } = element;
    element.setRangeText(`${handle} `, partialMention.from, value[end] === ' ' ? end + 1 : end, 'end');
    // Notifies the form as if the text had been typed.
    element.dispatchEvent(new Event('input', { bubbles: true }));
    setBegun(undefined);
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
    setBegun(undefined);
  };
  return { suggestions, active, choose: insertMention, handleKey, look: updateQuery, close };
}
