import { postPath } from '../shared/forum-limits.js';

/** A post of which a document is made. */
export interface SourcePost {
  content: string;
  authorName: string;
  threadId: string;
  threadTitle: string;
  number: number;
  createdAt: Date;
}

/** As the screens show days. */
const day = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** Escapes what Markdown would read as formatting, a link or HTML. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>&~|$!]/g, String.raw`\$&`);

/** The Markdown of a document that is made of a post: its text, and a line that says where it comes from. */
export function withSourceLine({ content, authorName, threadId, threadTitle, number, createdAt }: SourcePost): string {
  const kind = number > 1 ? 'answer' : 'question';
  const thread = `[${escapeMarkdown(threadTitle)}](${postPath(threadId, number)})`;
  const line = `From the ${kind} by ${escapeMarkdown(authorName)} in the thread ${thread}, ${day.format(createdAt)}`;
  return `${content.trimEnd()}\n\n---\n\n${line}\n`;
}
