/** A section counts as in view once its heading is this close to the top, header included. */
const READING_LINE_PX = 140;

interface HeadingPlace {
  id: string;
  /** From the top of the window. */
  top: number;
}

/**
 * The section that is being read: the last whose heading has passed the top, or else the first.
 * @param target where the address has led to. It counts wherever it can be seen: near its end a page cannot be scrolled
 *   far enough for it to reach the top.
 */
export function sectionInView(
  headings: readonly HeadingPlace[],
  target: string | undefined,
  windowHeight: number,
): string | undefined {
  const passed = headings.findLastIndex(({ top }) => top < READING_LINE_PX);
  const led = headings.findIndex(({ id, top }) => id === target && top < windowHeight);
  return headings[Math.max(passed, led, 0)]?.id;
}
