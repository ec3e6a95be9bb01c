import { postPath } from '../shared/forum-limits.js';

/** A post of which a document is made. */
export interface SourcePost {
  content: string;
  author_name: string;
  thread_id: string;
  thread_title: string;
  number: number;
  created_at: Date;
}

/** As the screens show days. */
const day = new Intl.DateTimeFormat('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** Escapes what Markdown would read as formatting, a link or HTML. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>&~|$!]/g, String.raw`\$&`);

/** The Markdown of a document that is made of a post: its text, and a line that says where it comes from. */
export function withSourceLine(post: SourcePost): string {
  const kind = post.number > 1 ? 'answer' : 'question';
  const thread = `[${escapeMarkdown(post.thread_title)}](${postPath(post.thread_id, post.number)})`;
  const author = escapeMarkdown(post.author_name);
  const line = `From the ${kind} by ${author} in the thread ${thread}, ${day.format(post.created_at)}`;
  return `${post.content.trimEnd()}\n\n---\n\n${line}\n`;
}
