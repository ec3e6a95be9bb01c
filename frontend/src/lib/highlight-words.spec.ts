import { expect, test } from '@jest/globals';
import { toExcerpt, trimToFirstMatch, highlightWords, parseSearchWords } from './highlight-words';

const marked = (text: string, query: string) =>
  highlightWords(text, parseSearchWords(query))
    .map(({ text: part, match }) => (match ? `[${part}]` : part))
    .join('');

test.each([
  ['backup', 'Backups with PostgreSQL', '[Backups] with PostgreSQL'],
  ['uber', 'Über uns', '[Über] uns'],
  ['strasse', 'Die Straße', 'Die [Straße]'],
  ['"crimson panda" -red', 'The red, crimson panda', 'The red, [crimson] [panda]'],
  ['one or two', 'Two or one', '[Two] or [one]'],
  ['up', 'Upgrades go up', 'Upgrades go [up]'],
  ['a.b', 'x', 'x'],
  ['commit --amend -word', 'Commit, amend, word', '[Commit], [amend], word'],
  ['全文検索', 'データベースの全文検索を設定', 'データベースの[全文検索]を設定'],
  ['데이터', '새 데이터베이스', '새 [데이터베이스]'],
  ['<b>', '<b>bold</b>', '<[b]>bold</[b]>'],
  ['', 'Nothing typed', 'Nothing typed'],
])('%s in %s', (query, title, expected) => {
  expect(marked(title, query)).toBe(expected);
});

test('the parts add up to the text', () => {
  const title = '  …Ünïcode, “quotes” & 2026! ';
  expect(
    highlightWords(title, ['quotes', '2026'])
      .map(({ text }) => text)
      .join(''),
  ).toBe(title);
});

test.each([
  ['things: a backup has both', '… things: a backup has both …'],
  ['A sentence as a whole.', 'A sentence as a whole.'],
  ['', ''],
])('an excerpt shows where it was cut: %s', (text, expected) => {
  const parts = text ? [{ text, match: false }] : [];
  expect(
    toExcerpt(parts)
      .map((part) => part.text)
      .join(''),
  ).toBe(expected);
});

test.each([
  ['nothing to cut', 'A backup a day', 'A [backup] a day'],
  ['the word far in', 'What is kept here is yours, and so is every backup of it', '… is every [backup] of it'],
  ['a lead that begins with a word', 'Take a copy, see Backup of the hub', '… copy, see [Backup] of the hub'],
  ['a word as long as the line', `Begins ${'x'.repeat(40)}/backup`, '… [backup]'],
  ['characters of two units', `Many ${'😀'.repeat(9)} backup`, '… [backup]'],
  [
    'nothing found in it',
    'What is kept here is yours, and so is every one of them',
    'What is kept here is yours, and so is every one of them',
  ],
  ['more than one', `${'Words before it. '.repeat(3)}A backup, no backup`, '… it. A [backup], no [backup]'],
  ['no text', '', ''],
])('one line begins near the first word found: %s', (_case, text, expected) => {
  const trimmed = trimToFirstMatch(highlightWords(text, ['backup']));
  expect(trimmed.map(({ text: part, match }) => (match ? `[${part}]` : part)).join('')).toBe(expected);
});
