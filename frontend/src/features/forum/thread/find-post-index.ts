/** The edges of a post in the window, below the sticky header. */
export interface PostPosition {
  top: number;
  bottom: number;
  hasFocus: boolean;
}

/**
 * The index of the post to move to: the neighbour of the one with the focus, if that is in the window; else the next
 * one whose beginning is below the upper edge of the window, or the last one above it.
 */
export function findPostIndex(posts: readonly PostPosition[], step: 1 | -1, windowHeight: number): number {
  const focused = posts.findIndex(({ top, bottom, hasFocus }) => hasFocus && bottom > 0 && top < windowHeight);
  if (focused !== -1) return focused + step;
  // Positions are fractions of a pixel.
  if (step === -1) return posts.findLastIndex(({ top }) => top < -1);
  const below = posts.findIndex(({ top }) => top > -1);
  return below === -1 ? posts.length : below;
}
