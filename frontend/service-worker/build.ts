/** Written by build-worker.mjs: the files of the first screens, by languages. */
declare const HUB_FILES: Record<string, readonly string[]>;

// The bundler writes the value wherever the name is.
const filesByLanguage = HUB_FILES;

export const listFiles = (language: string): readonly string[] => filesByLanguage[language] ?? [];

/** Whether a page with this script is of the version of this worker, in any language. */
export const isCurrent = (script: string): boolean =>
  Object.values(filesByLanguage).some((files) => files.includes(script));
