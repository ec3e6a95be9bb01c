/** In pixels of the window. */
export interface Box {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Between a toast and the edges of the window, and between it and what it must not cover. */
const MARGIN = 16;
const GAP = 8;

/** The lowest place of a column that covers no obstacle; undefined if there is none. */
function findBottom(area: Box, height: number, obstacles: readonly Box[]): number | undefined {
  let bottom = area.bottom;
  while (bottom - height >= area.top) {
    const lower = bottom;
    const covered = obstacles.filter((box) => box.top - GAP < lower && box.bottom + GAP > lower - height);
    if (covered.length === 0) return bottom;
    bottom = Math.min(...covered.map(({ top }) => top - GAP));
  }
  return undefined;
}

/**
 * Where toasts cover nothing that can be used: at the right or left edge, as low as possible.
 * @param area of the window below its header
 * @param obstacles boxes that must stay visible
 * @returns undefined if there is no such place
 */
export function findFreePlace(
  area: Box,
  size: { width: number; height: number },
  obstacles: readonly Box[],
): { left: number; bottom: number } | undefined {
  const inner = { ...area, bottom: area.bottom - MARGIN };
  const lefts = [area.right - MARGIN - size.width, area.left + MARGIN];
  const places = lefts.flatMap((left) => {
    const inColumn = obstacles.filter((box) => box.left - GAP < left + size.width && box.right + GAP > left);
    const bottom = findBottom(inner, size.height, inColumn);
    return bottom === undefined ? [] : [{ left, bottom }];
  });
  return places.toSorted((a, b) => b.bottom - a.bottom)[0];
}

export const isCovering = (place: Box, obstacles: readonly Box[]): boolean =>
  obstacles.some(
    ({ top, right, bottom, left }) =>
      left < place.right && right > place.left && top < place.bottom && bottom > place.top,
  );
