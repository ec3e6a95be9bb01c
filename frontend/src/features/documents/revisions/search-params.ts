import { createSearchParser, idParam, integerParam } from '../../../lib/search-params';

const version = integerParam(1);

/** The two compared versions, or the id of a revision without a version that is compared with the current text. */
export const revisionsSearch = createSearchParser({
  from: version,
  to: version,
  revision: idParam,
});

export type RevisionsSearch = ReturnType<typeof revisionsSearch>;

/**
 * Returns the comparison after a revision was selected. A third version replaces the older of the two; a revision
 * without a version is compared alone.
 */
export function selectForComparison(compared: readonly number[], which: number | string): RevisionsSearch {
  if (typeof which === 'string') return { revision: which };
  const others = compared.filter((other) => other !== which);
  const isOff = others.length < compared.length;
  const [from, to] = (isOff ? others : [...others.slice(-1), which]).sort((a, b) => a - b);
  return { from, to };
}
