/**
 * Address of the folder with the character maps, fonts and decoders that some PDFs need. The build fills it in and
 * copies the files (`vite.config.ts`).
 */
export const PDF_DATA = '';
