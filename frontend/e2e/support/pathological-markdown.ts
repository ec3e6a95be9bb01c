/** Texts of about this many characters that make parsers slow: nesting, delimiters that never close, references without end. */
export function pathologicalMarkdown(size: number): Record<string, string> {
  const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  /** What grows with each line or word is that long once there are so many of them. */
  const steps = Math.floor(Math.sqrt(size * 2));
  return {
    'plain paragraphs': filled(
      'Some words that nobody has marked up, in sentences of an ordinary length. They go on.\n\n',
    ),
    'one long line': filled('word '),
    'nested quotes': `${'>'.repeat(size / 20)} a\n`.repeat(4),
    'deep quotes': '> '.repeat(size / 10),
    'nested lists': Array.from({ length: steps }, (_, level) => `${' '.repeat(level)}- a`).join('\n'),
    'one list of lists': filled('- - - - - - - - - - '),
    'open emphasis': filled('*a '),
    'emphasis in emphasis': filled('*a **b '),
    'closed emphasis': filled('a**b_c_**'),
    underscores: filled('_'),
    'open brackets': filled('['),
    'brackets in pairs': filled('[]'),
    'nested images': filled('!['),
    'open links': filled('[a](b'),
    'reference definitions': Array.from({ length: size / 25 }, (_, number) => `[r${number}]: /u${number}`).join('\n'),
    references: `[r]: /u\n\n${filled('[r] ')}`,
    backticks: Array.from({ length: steps }, (_, length) => 'a' + '`'.repeat(length)).join(' '),
    'many code spans': filled('`a` '),
    tables: filled('| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n\n'),
    'one huge table': `| a | b | c | d |\n|---|---|---|---|\n${filled('| 1 | 2 | 3 | 4 |\n')}`,
    'a table of one row': `|${'a|'.repeat(size / 5)}\n|${'-|'.repeat(size / 5)}`,
    'html comments': filled('<!-- a '),
    'open tags': filled('<a <b '),
    autolinks: filled('https://example.org/a '),
    addresses: filled('a.b@'),
    entities: filled('&amp;&#x41;'),
    headings: filled('# a\n'),
    'code fences': filled('```js\nconst a = 1;\n```\n\n'),
    footnotes: `${filled('[^a] ')}\n\n[^a]: words\n`,
    strikethrough: filled('~~a ~b '),
    tasks: filled('- [ ] a\n'),
    rules: filled('***\n'),
  };
}
