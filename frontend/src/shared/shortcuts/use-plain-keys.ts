import { useEffect, useEffectEvent } from 'react';
import { type KeyActions, runKeyAction } from './plain-keys';

/** Runs an action for a key without a modifier, wherever the focus is. */
export function usePlainKeys(actions: KeyActions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    runKeyAction(event, actions);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      handleKey(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}
