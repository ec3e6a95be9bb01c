import { type CalloutKind, type ContainerRange, parseCalloutMarker } from '@hub/shared/markdown/callouts';
import { messages } from '../../../messages/common';
import type { RichBuilder } from './builder';
import { getContainers } from './outline';
import { getChildren, type SyntaxNode } from './syntax';
import { MarkWidget } from './widgets';
import classes from './rich.module.css';

const TAG = /<\/?(?:details|summary)(?:\s[^<>]*)?>/gi;
const CONTAINER_MARK = /^[\s>]*:{3,}[ \t]*[a-z]+[ \t]*/i;

function showBox(builder: RichBuilder, from: number, to: number, kind: ContainerRange['kind']): void {
  const last = builder.state.doc.lineAt(to).from;
  for (const line of builder.linesOf(from, to)) {
    builder.line(line.from, kind === 'details' ? classes.details : classes.callout);
    builder.attribute(line.from, 'data-callout', kind);
    if (line.from === builder.state.doc.lineAt(from).from) builder.line(line.from, classes.boxStart);
    if (line.from === last) builder.line(line.from, classes.boxEnd);
  }
}

const getLabel = (kind: ContainerRange['kind']): string =>
  kind === 'details' ? messages.markdown.details : messages.markdown.callouts[kind];

/** A quote that begins with the marker of a callout. @returns whether it is one */
export function showCallout(builder: RichBuilder, quote: SyntaxNode): boolean {
  const [mark] = getChildren(quote, 'QuoteMark');
  if (!mark) return false;
  const line = builder.state.doc.lineAt(mark.from);
  const start = mark.to + (line.text[mark.to - line.from] === ' ' ? 1 : 0);
  const text = line.text.slice(start - line.from);
  const marker = parseCalloutMarker(text, false);
  if (!marker || marker.kind === 'details') return false;
  showBox(builder, quote.from, quote.to, marker.kind);
  if (line.from < builder.from) return true;
  builder.line(line.from, classes.calloutTitle);
  showMarker(builder, { from: start, to: line.to - marker.rest.length }, marker.rest.trim() === '', marker.kind);
  return true;
}

function showMarker(
  builder: RichBuilder,
  { from, to }: { from: number; to: number },
  isTitle: boolean,
  kind: CalloutKind | 'details',
): void {
  if (builder.isLineSelected(from)) builder.mark(from, to, classes.mark);
  else builder.replace(from, to, isTitle ? new MarkWidget(getLabel(kind), undefined) : undefined);
}

function showContainer(builder: RichBuilder, range: ContainerRange): void {
  const { doc } = builder.state;
  const [first, last] = [doc.line(range.first + 1), doc.line(range.last + 1)];
  if (last.to < builder.from || first.from > builder.to) return;
  showBox(builder, first.from, last.to, range.kind);
  if (range.kind === 'details') {
    for (const line of builder.linesOf(first.from, doc.line(range.beginningEnd + 1).to))
      showTags(builder, line.from, range);
    if (range.last > range.beginningEnd && last.from <= builder.to) showTags(builder, last.from, range);
    return;
  }
  if (first.from >= builder.from) {
    builder.line(first.from, classes.calloutTitle);
    const mark = CONTAINER_MARK.exec(first.text)?.[0] ?? '';
    const to = range.title === '' ? first.to : first.from + mark.length;
    showMarker(builder, { from: first.from, to }, range.title === '', range.kind);
  }
  if (last.from > builder.to) return;
  if (builder.isLineSelected(last.from)) builder.mark(last.from, last.to, classes.mark);
  else {
    builder.hide(last.from, last.to);
    builder.line(last.from, classes.hiddenLine);
  }
}

/** The tags of details: their summary looks like a title, and the tags themselves are hidden. */
function showTags(builder: RichBuilder, lineFrom: number, range: ContainerRange): void {
  const line = builder.state.doc.lineAt(lineFrom);
  const isTitle = line.number <= range.beginningEnd + 1;
  if (isTitle) builder.line(line.from, classes.calloutTitle);
  const isSelected = builder.isLineSelected(line.from);
  const isUntitled = isTitle && range.title === '' && line.number === range.first + 1;
  for (const { 0: tag, index } of line.text.matchAll(TAG)) {
    const from = line.from + index;
    if (isSelected) builder.mark(from, from + tag.length, classes.mark);
    else if (isUntitled && index === 0)
      builder.replace(from, from + tag.length, new MarkWidget(getLabel('details'), undefined));
    else builder.hide(from, from + tag.length);
  }
  if (!isSelected && !isUntitled && line.text.replaceAll(TAG, '').trim() === '')
    builder.line(line.from, classes.hiddenLine);
}

export function showContainers(builder: RichBuilder): void {
  for (const range of getContainers(builder.state)) showContainer(builder, range);
}
