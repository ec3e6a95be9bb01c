import { describe, expect, test } from '@jest/globals';
import {
  collapseSpace,
  createPassage,
  findPassage,
  joinSections,
  moveRange,
  type Passage,
  PASSAGE_CONTEXT_MAX,
  type PassageRange,
  type PassageText,
  type TextChange,
} from '../src/passages.js';

const plain = (text: string): PassageText => ({ text, headings: [] });
const slice = (text: string, range: PassageRange | undefined) => range && text.slice(range.from, range.to);

function describePassage(whole: PassageText, quote: string, nth = 1): Passage {
  let from = -1;
  for (let found = 0; found < nth; found++) from = whole.text.indexOf(quote, from + 1);
  return createPassage(whole, { from, to: from + quote.length });
}

describe('the text of a document', () => {
  test('has its headings among its words, and single spaces', () => {
    const whole = joinSections([
      { heading: null, text: 'Before\n all. ' },
      { heading: ' First ', text: 'One.\n\nTwo.' },
      { heading: 'Second', text: '' },
    ]);
    expect(whole.text).toBe('Before all. First One. Two. Second');
    expect(whole.headings).toEqual([
      { at: 12, heading: 'First' },
      { at: 28, heading: 'Second' },
    ]);
  });

  test('names the heading of a long section once', () => {
    const whole = joinSections([
      { heading: 'Long', text: 'one' },
      { heading: 'Long', text: 'two' },
    ]);
    expect(whole).toEqual({ text: 'Long one two', headings: [{ at: 0, heading: 'Long' }] });
  });
});

test('a passage has its surroundings and its heading', () => {
  const whole = joinSections([{ heading: 'Top', text: `${'a '.repeat(60)}here ${'b '.repeat(60)}` }]);
  const passage = describePassage(whole, 'here');
  expect(passage).toMatchObject({ quote: 'here', heading: 'Top' });
  expect(passage.prefix).toHaveLength(PASSAGE_CONTEXT_MAX);
  expect(passage.suffix).toHaveLength(PASSAGE_CONTEXT_MAX);
});

describe('a passage is found', () => {
  test('among equal words by what surrounds it', () => {
    const whole = plain('Press the key. Then press the key twice. At last hold the key.');
    for (const nth of [1, 2, 3]) {
      const passage = describePassage(whole, 'the key', nth);
      const edited = plain(`New first line. ${whole.text}`);
      expect(findPassage(edited, passage)?.from).toBe(
        [...edited.text.matchAll(/the key/g)].map(({ index }) => index)[nth - 1],
      );
    }
  });

  test('in the section of its heading where surroundings are alike', () => {
    const whole = joinSections([
      { heading: 'Linux', text: 'Install it.' },
      { heading: 'Windows', text: 'Install it.' },
    ]);
    const passage = { quote: 'Install it.', prefix: '', suffix: '', heading: 'Windows' };
    expect(findPassage(whole, passage)?.from).toBe(whole.text.lastIndexOf('Install'));
  });

  test.each(['missing', ''])('not when it is %j', (quote) => {
    expect(findPassage(plain('some words'), { quote, prefix: '', suffix: '', heading: '' })).toBeUndefined();
  });
});

function move(quote: string, changes: TextChange[]): string | undefined {
  const before = changes.map(({ value, added }) => (added ? '' : value)).join('');
  const after = changes.map(({ value, removed }) => (removed ? '' : value)).join('');
  const from = before.indexOf(quote);
  return slice(after, moveRange({ from, to: from + quote.length }, changes));
}

describe('a range moves with its text', () => {
  test('behind what was added', () => {
    expect(move('the end', [{ value: 'New. ', added: true }, { value: 'At the end.' }])).toBe('the end');
  });

  test('over what was changed inside', () => {
    const changes = [
      { value: 'Use the ' },
      { value: 'old', removed: true },
      { value: 'brand new', added: true },
      { value: ' command here.' },
    ];
    expect(move('the old command', changes)).toBe('the brand new command');
  });

  test('but not over what was added at its ends', () => {
    const changes = [
      { value: 'One ' },
      { value: 'more ', added: true },
      { value: 'word' },
      { value: ' again', added: true },
    ];
    expect(move('word', changes)).toBe('word');
  });

  test('to nowhere when most of it was removed', () => {
    expect(move('all of this', [{ value: 'See ' }, { value: 'all of ', removed: true }, { value: 'this' }])).toBe(
      undefined,
    );
  });
});

test('white space is one space', () => {
  expect(collapseSpace(' a\n\t b\u00A0c ')).toBe('a b c');
});
