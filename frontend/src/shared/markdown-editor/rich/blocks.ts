import type { RichBuilder } from './builder';
import { showCallout } from './callouts';
import { showFencedCode } from './code';
import { countDepth, getChildren, type SyntaxNode } from './syntax';
import { TaskWidget } from './tasks';
import { MarkWidget, RuleWidget } from './widgets';
import classes from './rich.module.css';

type Show = (builder: RichBuilder, node: SyntaxNode) => void;

const SPACES = /^[ \t]*/;

const countSpacesAtEnd = (text: string): number => text.length - text.trimEnd().length;

function showHeading(builder: RichBuilder, node: SyntaxNode): void {
  const line = builder.state.doc.lineAt(node.from);
  builder.line(line.from, classes.heading, classes[`heading${node.name.slice(-1)}`]);
  const [opening, closing] = getChildren(node, 'HeaderMark');
  if (!opening) return;
  const { text } = line;
  const openingEnd = opening.to + (SPACES.exec(text.slice(opening.to - line.from))?.[0].length ?? 0);
  const closingStart = closing && closing.from - countSpacesAtEnd(text.slice(0, closing.from - line.from));
  if (builder.isLineSelected(node.from)) {
    builder.mark(opening.from, opening.to, classes.mark);
    if (closing) builder.mark(closing.from, closing.to, classes.mark);
  } else {
    builder.hide(opening.from, openingEnd);
    if (closing && closingStart !== undefined && closingStart >= openingEnd) builder.hide(closingStart, closing.to);
  }
}

/** A heading that is underlined by signs in the line below. */
function showUnderlinedHeading(builder: RichBuilder, node: SyntaxNode): void {
  const [underline] = getChildren(node, 'HeaderMark');
  if (!underline) return;
  const last = builder.state.doc.lineAt(underline.from);
  for (const line of builder.linesOf(node.from, last.from - 1))
    builder.line(line.from, classes.heading, classes[`heading${node.name.slice(-1)}`]);
  if (builder.isLineSelected(node.from, node.to)) builder.mark(underline.from, underline.to, classes.mark);
  else {
    builder.line(last.from, classes.hiddenLine);
    builder.hide(underline.from, underline.to);
  }
}

function showQuote(builder: RichBuilder, node: SyntaxNode): void {
  if (showCallout(builder, node)) return;
  const level = countDepth(node, 'Blockquote');
  for (const line of builder.linesOf(node.from, node.to)) {
    builder.line(line.from, classes.quote);
    builder.level(line.from, 'quote', level);
  }
}

function showQuoteMark(builder: RichBuilder, node: SyntaxNode): void {
  const line = builder.state.doc.lineAt(node.from);
  if (builder.isLineSelected(node.from)) builder.mark(node.from, node.to, classes.mark);
  else builder.hide(node.from, node.to + (line.text[node.to - line.from] === ' ' ? 1 : 0));
}

function showListItem(builder: RichBuilder, node: SyntaxNode): void {
  const level = countDepth(node, 'ListItem');
  const first = builder.state.doc.lineAt(node.from);
  for (const line of builder.linesOf(node.from, node.to)) {
    builder.line(line.from, classes.item);
    builder.level(line.from, 'list', level);
    if (line.from !== first.from) hideIndentation(builder, node, line.from);
  }
  const [mark] = getChildren(node, 'ListMark');
  if (mark && first.from >= builder.from) showListMark(builder, mark, first.from, level);
}

/** Hides the spaces that make a line belong to its item, because the line is indented as a whole. */
function hideIndentation(builder: RichBuilder, item: SyntaxNode, lineFrom: number): void {
  const { doc } = builder.state;
  const start = builder.skipQuoteMarks(lineFrom);
  const width = item.from - doc.lineAt(item.from).from;
  const mark = item.firstChild;
  const most = width + (mark ? mark.to - mark.from : 0) + 1;
  const line = doc.lineAt(lineFrom);
  const spaces = SPACES.exec(line.text.slice(start - line.from))?.[0].length ?? 0;
  const end = Math.min(start + spaces, Math.max(start, lineFrom + most));
  if (end > start && !builder.isSelected(start, end - 1)) builder.hide(start, end);
}

const BULLETS = ['•', '◦', '▪'];

function showListMark(builder: RichBuilder, mark: SyntaxNode, lineFrom: number, level: number): void {
  const line = builder.state.doc.lineAt(lineFrom);
  const before = line.text.slice(0, mark.from - lineFrom);
  const start = Math.max(builder.skipQuoteMarks(lineFrom), mark.from - countSpacesAtEnd(before));
  const task = mark.nextSibling?.name === 'Task' ? mark.nextSibling.firstChild : null;
  const written = task ?? mark;
  const after = line.text.slice(written.to - lineFrom);
  const end = written.to + (after.startsWith(' ') || after.startsWith('\t') ? 1 : 0);
  if (builder.isSelected(start, written.to)) {
    builder.mark(start, end, classes.writtenMark);
    return;
  }
  const text = builder.text(mark);
  const drawn = /^\d/.test(text) ? text : (BULLETS[Math.min(level, BULLETS.length) - 1] ?? text);
  const widget = task ? new TaskWidget(builder.text(task) !== '[ ]') : new MarkWidget(drawn, classes.listMark);
  builder.replace(start, end, widget);
}

function showRule(builder: RichBuilder, node: SyntaxNode): void {
  if (builder.isLineSelected(node.from)) builder.mark(node.from, node.to, classes.mark);
  else builder.replace(node.from, node.to, new RuleWidget());
}

const showLinesAs =
  (className: string | undefined): Show =>
  (builder, node) => {
    for (const line of builder.linesOf(node.from, node.to)) builder.line(line.from, className);
  };

function showIndentedCode(builder: RichBuilder, node: SyntaxNode): void {
  for (const line of builder.linesOf(node.from, node.to)) builder.line(line.from, classes.codeBlock);
  builder.line(builder.state.doc.lineAt(node.from).from, classes.boxStart);
  builder.line(builder.state.doc.lineAt(node.to).from, classes.boxEnd);
}

/** What whole lines are, by the names of the nodes. */
export const blockLooks: Readonly<Record<string, Show>> = {
  ATXHeading1: showHeading,
  ATXHeading2: showHeading,
  ATXHeading3: showHeading,
  ATXHeading4: showHeading,
  ATXHeading5: showHeading,
  ATXHeading6: showHeading,
  SetextHeading1: showUnderlinedHeading,
  SetextHeading2: showUnderlinedHeading,
  Blockquote: showQuote,
  QuoteMark: showQuoteMark,
  ListItem: showListItem,
  HorizontalRule: showRule,
  FencedCode: showFencedCode,
  CodeBlock: showIndentedCode,
  Table: showLinesAs(classes.table),
  HTMLBlock: showLinesAs(classes.markupBlock),
  CommentBlock: showLinesAs(classes.markupBlock),
  ProcessingInstructionBlock: showLinesAs(classes.markupBlock),
  LinkReference: showLinesAs(classes.reference),
  FootnoteDefinition: showLinesAs(classes.footnoteLine),
};
