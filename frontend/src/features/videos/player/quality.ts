interface Size {
  width: number;
  height: number;
}

/**
 * Makes the height the shorter side. The player calls a quality by its height, but 1080 x 1920 is "1080p" as much as
 * 1920 x 1080.
 */
export function normalizeQuality(quality: Size): void {
  const { width, height } = quality;
  quality.width = Math.max(width, height);
  quality.height = Math.min(width, height);
}
