const NAME = 'passages';

/**
 * Marks parts of the page without changing its elements, which belong to React. Browsers that cannot do it show the
 * marks at the margin only.
 */
export function drawHighlights(ranges: readonly (Range | undefined)[]): void {
  if (!('highlights' in CSS)) return;
  const shown = ranges.filter((range) => range !== undefined);
  if (shown.length > 0) CSS.highlights.set(NAME, new Highlight(...shown));
  else CSS.highlights.delete(NAME);
}
