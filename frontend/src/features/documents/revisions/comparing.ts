import type { RevisionsSearch } from './search-params';

/**
 * What is compared once this is chosen, too. A third version takes the place of the older one of the two; what has no
 * version is looked at alone.
 */
export function comparing(compared: readonly number[], which: number | string): RevisionsSearch {
  if (typeof which === 'string') return { revision: which };
  const others = compared.filter((other) => other !== which);
  const isOff = others.length < compared.length;
  const [from, to] = (isOff ? others : [...others.slice(-1), which]).sort((a, b) => a - b);
  return { from, to };
}
