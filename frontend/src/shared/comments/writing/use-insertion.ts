import { useEffect, useEffectEvent } from 'react';

export interface Insertion {
  text: string;
}

/** Calls back whenever somebody wants something put in: each insertion is another object. */
export function useInsertion(insertion: Insertion | undefined, insert: (text: string) => void): void {
  const onInsertion = useEffectEvent(insert);
  useEffect(() => {
    if (insertion) onInsertion(insertion.text);
  }, [insertion]);
}
