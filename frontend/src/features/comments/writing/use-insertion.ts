import { useEffect, useEffectEvent } from 'react';

export interface Insertion {
  text: string;
}

/** Calls `insert` for each new insertion object. */
export function useInsertion(insertion: Insertion | undefined, insert: (text: string) => void): void {
  const onInsertion = useEffectEvent(insert);
  useEffect(() => {
    if (insertion) onInsertion(insertion.text);
  }, [insertion]);
}
