/**
 * The index the arrow keys move to, with wrap-around; undefined for other keys.
 * @param from -1 where "no option" is part of the cycle, 0 where an option is always active
 */
export function getNextOptionIndex(
  key: string,
  active: number,
  count: number,
  { from }: { from: -1 | 0 },
): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined || count === 0) return undefined;
  const places = count - from;
  return ((active - from + step + places) % places) + from;
}
