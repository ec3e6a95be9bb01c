import { decodeHTMLStrict } from 'entities';
import { toOneLine } from './cue.js';

/** Markup of WebVTT and SRT, which is removed. Other text in angle brackets, such as `List<String>`, stays. */
const TAGS = new Set(['b', 'c', 'i', 'lang', 'ruby', 'rt', 'u', 'v', 'font', 's', 'strike', 'span', 'br', 'p']);
const MARKUP = /[<{&]/;
const TIME_TAG = /^\d{1,4}:\d{1,2}(?::\d{1,2})?[.,]?\d{0,3}$/;

/**
 * The words of a cue: without markup and settings such as {\an8}, with the names of speakers, readings of ruby text in
 * parentheses, and characters instead of entities. Reads the text once from start to end.
 * @param lines of the cue in its file
 */
export function toPlainText(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (!MARKUP.test(text)) return toLines(text);
  const writer = new PlainTextWriter();
  let at = 0;
  while (at < text.length) {
    const next = findMarkup(text, at);
    writer.write(text.slice(at, next));
    if (next === text.length) break;
    const end = text[next] === '<' ? endOfTag(text, next) : endOfSettings(text, next);
    const isMarkup = end !== undefined && (text[next] === '{' || writer.writeTag(text.slice(next + 1, end - 1)));
    if (!isMarkup) writer.write(text[next] ?? '');
    at = isMarkup ? end : next + 1;
  }
  return toLines(writer.finish());
}

/** Without spaces in a row, and without empty lines. */
const toLines = (text: string): string => text.split('\n').map(toOneLine).filter(Boolean).join('\n');

/** The position of the next `<` or `{\`, or the end of the text. */
function findMarkup(text: string, from: number): number {
  for (let at = from; at < text.length; at++)
    if (text[at] === '<' || (text[at] === '{' && text[at + 1] === '\\')) return at;
  return text.length;
}

/** Ends at the next bracket, so that each character is looked at twice at most. */
function endOfTag(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '>') return at + 1;
    if (text[at] === '<') return undefined;
  }
  return undefined;
}

function endOfSettings(text: string, from: number): number | undefined {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '}') return at + 1;
    if (text[at] === '{' || text[at] === '\n') return undefined;
  }
  return undefined;
}

class PlainTextWriter {
  private readonly parts: string[] = [];
  private isInReading = false;

  write(source: string): void {
    this.parts.push(source.includes('&') ? decodeHTMLStrict(source) : source);
  }

  /** @returns whether this is a tag of captions */
  writeTag(content: string): boolean {
    const isEnd = content.startsWith('/');
    const [name, annotation] = splitTag(isEnd ? content.slice(1) : content);
    if (!isEnd && TIME_TAG.test(content)) return true;
    if (!TAGS.has(name)) return false;
    if (name === 'rt' || name === 'ruby') this.setReading(name === 'rt' && !isEnd);
    else if (name === 'v' && !isEnd && annotation) this.write(`${annotation}: `);
    else if (name === 'br') this.parts.push('\n');
    return true;
  }

  finish(): string {
    this.setReading(false);
    return this.parts.join('');
  }

  private setReading(isReading: boolean): void {
    if (this.isInReading) this.parts.push(')');
    if (isReading) this.parts.push('(');
    this.isInReading = isReading;
  }
}

/** Splits `v.loud.first Ann Lee` into v and "Ann Lee". */
function splitTag(content: string): [name: string, annotation: string] {
  const space = content.search(/\s/);
  const head = space < 0 ? content : content.slice(0, space);
  const dot = head.indexOf('.');
  const name = dot < 0 ? head : head.slice(0, dot);
  return [name.replace(/\/$/, '').toLowerCase(), space < 0 ? '' : toOneLine(content.slice(space))];
}
