/**
 * Which of a list's options the arrow keys lead to, going round; undefined for keys that do not move.
 * @param from the place before the first option: -1 where the input itself is one, 0 where something is always chosen
 */
export function nextOption(key: string, active: number, count: number, { from }: { from: -1 | 0 }): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : undefined;
  if (step === undefined || count === 0) return undefined;
  const places = count - from;
  return ((active - from + step + places) % places) + from;
}
