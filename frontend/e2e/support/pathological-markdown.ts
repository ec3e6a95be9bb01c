const SIZE = 100_000;

/** Repeats it up to 100 KB. */
const filled = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

/** Texts that make parsers slow: nesting, delimiters that never close, references without end, tables without measure. */
export const pathologicalMarkdown: Record<string, string> = {
  'plain paragraphs': filled('Some words that nobody has marked up, in sentences of an ordinary length. They go on.\n\n'),
  'one long line': filled('word '),
  'nested quotes': `${'>'.repeat(5_000)} a\n`.repeat(20),
  'deep quotes': '> '.repeat(SIZE / 2),
  'nested lists': Array.from({ length: 440 }, (_, level) => `${' '.repeat(level)}- a`).join('\n'),
  'one list of lists': filled('- - - - - - - - - - '),
  'open emphasis': filled('*a '),
  'emphasis in emphasis': filled('*a **b '),
  'closed emphasis': filled('a**b_c_**'),
  'underscores': filled('_'),
  'open brackets': filled('['),
  'brackets in pairs': filled('[]'),
  'nested images': filled('!['),
  'open links': filled('[a](b'),
  'reference definitions': Array.from({ length: 4_000 }, (_, number) => `[r${number}]: /u${number}`).join('\n'),
  'references': `[r]: /u\n\n${filled('[r] ')}`,
  'backticks': Array.from({ length: 440 }, (_, length) => 'a' + '`'.repeat(length)).join(' '),
  'many code spans': filled('`a` '),
  'tables': filled('| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n\n'),
  'one huge table': `| a | b | c | d |\n|---|---|---|---|\n${filled('| 1 | 2 | 3 | 4 |\n')}`,
  'a table of one row': `|${'a|'.repeat(20_000)}\n|${'-|'.repeat(20_000)}`,
  'html comments': filled('<!-- a '),
  'open tags': filled('<a <b '),
  'autolinks': filled('https://example.org/a '),
  'addresses': filled('a.b@'),
  'entities': filled('&amp;&#x41;'),
  'headings': filled('# a\n'),
  'code fences': filled('```js\nconst a = 1;\n```\n\n'),
  'footnotes': `${filled('[^a] ')}\n\n[^a]: words\n`,
  'strikethrough': filled('~~a ~b '),
  'tasks': filled('- [ ] a\n'),
  'rules': filled('***\n'),
};
