/** Makes Markdown of a plain text: no character of it is syntax. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>&~|$!]/g, String.raw`\$&`);
