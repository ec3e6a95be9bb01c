const SCRIPTS = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Mandaic', 'Adlam'];
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

/**
 * A name or title for use in a sentence. Right-to-left text is put between directional isolates, so that it does not
 * reorder the words around it, in browsers and mails alike.
 */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
