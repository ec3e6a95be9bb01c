import { type HastNode, hasNode } from '@hub/shared/markdown/hast';
import { writing } from '../../messages/writing';
import { Markdown, type MarkdownProps } from './markdown';
import classes from './markdown.module.css';

const hasRawHtml = (tree: HastNode): boolean =>
  hasNode(tree, ({ properties }) => properties !== undefined && 'dataRawHtml' in properties);

function describeRawHtml(tree: HastNode) {
  return hasRawHtml(tree) ? <p className={classes.hint}>{writing.editor.rawHtml}</p> : null;
}

/** A document as its readers see it, except that raw HTML is marked, with a hint. */
export function MarkdownPreview({ text, adjust }: Pick<MarkdownProps, 'text' | 'adjust'>) {
  return <Markdown text={text} adjust={adjust} rawHtml="mark" describe={describeRawHtml} />;
}
