/**
 * Makes all line ends LF, as the server stores them and editors in browsers have them. Texts that were stored with
 * others are equal to what a form saves.
 */
export const normalizeLineEnds = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);
