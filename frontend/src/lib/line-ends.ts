/** Makes all line ends LF, as the editor has them. Texts that were stored with others are equal to what it saves. */
export const normalizeLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n');
