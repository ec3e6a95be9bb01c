import { useSyncExternalStore } from 'react';
import type { ReactionType } from '../../api/generated/model/reactionType';

interface PressedReaction {
  /** The id of what is reacted to. */
  subject: string;
  type: ReactionType;
}

/** Not a state of a component: the bar of a guest is replaced when the user signs in. */
let pressed: PressedReaction | undefined;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function setPressedReaction(reaction: PressedReaction | undefined): void {
  pressed = reaction;
  for (const listener of listeners) listener();
}

export function clearPressedReaction(subject: string): void {
  if (pressed?.subject === subject) setPressedReaction(undefined);
}

/** What a guest pressed before signing in, which is to be done. */
export function usePressedReaction(subject: string): ReactionType | undefined {
  const getPressed = () => (pressed?.subject === subject ? pressed.type : undefined);
  return useSyncExternalStore(subscribe, getPressed, getPressed);
}
