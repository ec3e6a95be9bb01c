import { useState, type KeyboardEvent, type RefObject } from 'react';
import type { SuggestionResponse } from '../../../api/generated/model/suggestionResponse';
import { nextOption } from '../../../ui/next-option';
import { useSuggestions } from '../../search/use-suggestions';
import { mentionBefore, type BegunMention } from './mention-before';

export type Mentionable = SuggestionResponse & { handle: string };

const isMentionable = (found: SuggestionResponse): found is Mentionable => found.handle !== null;

/** People to mention, offered while somebody types @ and the beginning of a name. */
export function useMentions(field: RefObject<HTMLTextAreaElement | null>) {
  const [begun, setBegun] = useState<BegunMention>();
  const [active, setActive] = useState(0);
  /** Where a mention begins for which nobody is wanted. */
  const [dismissed, setDismissed] = useState<number>();
  const isWanted = begun !== undefined && begun.from !== dismissed;
  const found = useSuggestions(isWanted ? begun.typed : '', 'user').filter(isMentionable);

  const look = () => {
    const element = field.current;
    const next = element ? mentionBefore(element.value.slice(0, element.selectionStart)) : undefined;
    if (next?.from !== dismissed) setDismissed(undefined);
    if (next?.from === begun?.from && next?.typed === begun?.typed) return;
    setBegun(next);
    setActive(0);
  };
  const choose = ({ handle }: Mentionable) => {
    const element = field.current;
    if (!element || !begun) return;
    const { value, selectionStart: end } = element;
    element.setRangeText(`${handle} `, begun.from, value[end] === ' ' ? end + 1 : end, 'end');
    // As if it had been typed, so that the form learns of it.
    element.dispatchEvent(new Event('input', { bubbles: true }));
    setBegun(undefined);
  };
  /** @returns whether the key was meant for the list */
  const handleKey = (event: KeyboardEvent): boolean => {
    const person = found[active];
    if (!person || event.nativeEvent.isComposing) return false;
    const next = nextOption(event.key, active, found.length, { from: 0 });
    if (next !== undefined) setActive(next);
    else if (event.key === 'Escape') setDismissed(begun?.from);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return false;
    else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) choose(person);
    else return false;
    event.preventDefault();
    return true;
  };
  const close = () => {
    setBegun(undefined);
  };
  return { found, active, choose, handleKey, look, close };
}
