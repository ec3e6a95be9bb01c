/** Whether a script or style sheet failed to load, judged by the browsers' error messages. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message);
