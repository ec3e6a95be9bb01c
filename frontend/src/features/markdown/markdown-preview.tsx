import { writing } from '../../messages/writing';
import type { HastNode } from './hast';
import { Markdown, type MarkdownProps } from './markdown';
import classes from './markdown.module.css';

function hasRawHtml(tree: HastNode): boolean {
  const waiting = [tree];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.properties && 'dataRawHtml' in node.properties) return true;
    for (const child of node.children ?? []) waiting.push(child);
  }
  return false;
}

function describeRawHtml(tree: HastNode) {
  return hasRawHtml(tree) ? <p className={classes.hint}>{writing.editor.rawHtml}</p> : null;
}

/** A document as its readers see it, except that raw HTML is marked, with a hint. */
export function MarkdownPreview({ text, adjust }: Pick<MarkdownProps, 'text' | 'adjust'>) {
  return <Markdown text={text} adjust={adjust} rawHtml="mark" describe={describeRawHtml} />;
}
