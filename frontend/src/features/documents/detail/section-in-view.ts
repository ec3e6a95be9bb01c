/** A section is in view once its heading is this close to the top of the window, header included. */
const READING_LINE_PX = 140;

interface HeadingPosition {
  id: string;
  /** Distance from the top of the window. */
  top: number;
}

/**
 * Returns the section being read: the last one whose heading has passed the top, or else the first.
 * @param target the anchor of the URL; it wins while it is visible, because headings near the end of a page cannot be
 * scrolled to the top.
 */
export function findSectionInView(
  headings: readonly HeadingPosition[],
  target: string | undefined,
  windowHeight: number,
): string | undefined {
  const passed = headings.findLastIndex(({ top }) => top < READING_LINE_PX);
  const led = headings.findIndex(({ id, top }) => id === target && top < windowHeight);
  return headings[Math.max(passed, led, 0)]?.id;
}
