/*
 * Passages of texts, which comments refer to. A passage is known by its words and what surrounds them, so that it is
 * found again after the text around it has changed. Its text is what readers see, with single spaces.
 */

/** Of the words of a passage, in UTF-16 code units. */
export const PASSAGE_QUOTE_MAX = 2000;
/** Of what is kept of the text before and after a passage. */
export const PASSAGE_CONTEXT_MAX = 80;

/** A passage as it is stored. */
export interface Passage {
  /** its words */
  quote: string;
  /** the text right before it */
  prefix: string;
  /** the text right after it */
  suffix: string;
  /** of the section in which it begins; '' before the first heading */
  heading: string;
}

/** A passage without what else an object has. */
export const pickPassage = ({ quote, prefix, suffix, heading }: Passage): Passage => ({
  quote,
  prefix,
  suffix,
  heading,
});

/** Where a passage is in a text, in UTF-16 code units; `to` is behind its end. */
export interface PassageRange {
  from: number;
  to: number;
}

/** A text as its readers see it. */
export interface PassageText {
  text: string;
  /** the headings in their order, and where they begin */
  headings: readonly { at: number; heading: string }[];
}

/** A part of a text that was kept, added or removed. */
export interface TextChange {
  value: string;
  added?: boolean;
  removed?: boolean;
}

/** A quote of one letter has many places; more than these are not compared. */
const MAX_PLACES = 500;
/** What the right section is worth, in letters of the context that agree. */
const HEADING_SCORE = 20;
/** A passage is lost when less of its letters than this part is kept. */
const MIN_KEPT = 0.5;

/** White space is one space, and none at the ends. */
export const collapseSpace = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** Joins the sections of a text. */
export function joinSections(sections: readonly { heading: string | null; text: string }[]): PassageText {
  const headings: { at: number; heading: string }[] = [];
  let text = '';
  const add = (part: string) => {
    const words = collapseSpace(part);
    if (words !== '') text += text === '' ? words : ` ${words}`;
  };
  for (const section of sections) {
    const heading = collapseSpace(section.heading ?? '');
    // A long section is stored in pieces with the same heading.
    if (heading !== '' && heading !== headings.at(-1)?.heading) {
      headings.push({ at: text === '' ? 0 : text.length + 1, heading });
      add(heading);
    }
    add(section.text);
  }
  return { text, headings };
}

const findHeading = ({ headings }: PassageText, at: number): string =>
  headings.findLast((each) => each.at <= at)?.heading ?? '';

/** Without the half of a character at an end, which cannot be stored. */
const trimHalves = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');

/** Describes a part of a text. @param range with a length above 0 */
export function createPassage(whole: PassageText, { from, to }: PassageRange): Passage {
  return {
    quote: trimHalves(whole.text.slice(from, to).slice(0, PASSAGE_QUOTE_MAX)),
    prefix: trimHalves(whole.text.slice(Math.max(0, from - PASSAGE_CONTEXT_MAX), from)),
    suffix: trimHalves(whole.text.slice(to, to + PASSAGE_CONTEXT_MAX)),
    heading: findHeading(whole, from),
  };
}

function countEqual(a: string, b: string, fromEnd: boolean): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (count < most && (fromEnd ? a.at(-1 - count) === b.at(-1 - count) : a[count] === b[count])) count++;
  return count;
}

/** Finds the words of a passage in a text; of several places the one whose surroundings agree most. */
export function findPassage(whole: PassageText, { quote, prefix, suffix, heading }: Passage): PassageRange | undefined {
  if (quote === '') return undefined;
  const { text } = whole;
  let best: (PassageRange & { score: number }) | undefined;
  let from = text.indexOf(quote);
  for (let places = 0; from >= 0 && places < MAX_PLACES; places++) {
    const to = from + quote.length;
    const score =
      countEqual(prefix, text.slice(Math.max(0, from - prefix.length), from), true) +
      countEqual(suffix, text.slice(to, to + suffix.length), false) +
      (findHeading(whole, from) === heading ? HEADING_SCORE : 0);
    if (!best || score > best.score) best = { from, to, score };
    from = text.indexOf(quote, from + 1);
  }
  return best && { from: best.from, to: best.to };
}

/**
 * Moves a range along the changes of its text.
 * @param changes all parts of both texts, in their order
 * @returns undefined when less than half of its letters are kept
 */
export function moveRange({ from, to }: PassageRange, changes: readonly TextChange[]): PassageRange | undefined {
  let [before, after, kept] = [0, 0, 0];
  let moved: PassageRange | undefined;
  for (const { value, added, removed } of changes) {
    if (added) after += value.length;
    else {
      const [start, end] = [Math.max(from, before), Math.min(to, before + value.length)];
      if (!removed && start < end) {
        kept += end - start;
        moved = { from: moved?.from ?? after + start - before, to: after + end - before };
      }
      before += value.length;
      if (!removed) after += value.length;
    }
  }
  return moved && kept >= (to - from) * MIN_KEPT ? moved : undefined;
}
