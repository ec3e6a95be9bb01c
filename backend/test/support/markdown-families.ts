/** Generates a text of about `size` characters, never more. */
export type MarkdownFamily = (size: number) => string;

const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
/** Joins the results of `piece` for 0, 1, 2 … */
function series(piece: (number: number) => string, size: number): string {
  const pieces: string[] = [];
  for (let length = 0, number = 0; length < size; number++) length += pieces[pieces.push(piece(number)) - 1]!.length;
  return pieces.join('').slice(0, size);
}
const repeated = (piece: string) => (size: number) => filled(piece, size);
const numbered = (piece: (number: number) => string) => (size: number) => series(piece, size);
/** Half of the text from one family, half from the other. */
const halves =
  (first: MarkdownFamily, second: MarkdownFamily, between = '\n\n') =>
  (size: number) => {
    const half = Math.floor((size - between.length) / 2);
    return first(half) + between + second(half);
  };

/** Markdown that is slow to parse: nesting, delimiters without end, many references, many elements. */
export const markdownFamilies: Readonly<Record<string, MarkdownFamily>> = {
  'plain paragraphs': repeated(
    'Some words without any markup, in sentences of an ordinary length, one after another.\n\n',
  ),
  'one long line': repeated('word '),
  'one long word': repeated('a'),
  'words of 99 letters': repeated(`${'w'.repeat(99)} `),
  'different words': numbered((n) => `w${n.toString(36)}x `),
  'blank lines': repeated('\n'),
  'white space': repeated(' \t'),
  'hard breaks': repeated('a  \n'),
  'backslash breaks': repeated('a\\\n'),
  'carriage returns': repeated('a\r'),

  'nested quotes': repeated(`${'>'.repeat(1000)} a\n`),
  'deep quotes': repeated('> '),
  'lazy quotes': repeated('> a\nb\n'),
  'quotes in steps': numbered((n) => `${'>'.repeat(n)} a\n`),
  containers: repeated(':::info Title\na\n:::\n'),
  'open containers': repeated('::::a\n'),
  'nested containers': halves(repeated(':::info\n'), repeated(':::\n'), ''),
  'closed by too few colons': halves(repeated('::::info\n'), repeated(':::\n'), ''),
  'containers of more colons': numbered((n) => `${':'.repeat(n + 3)}info\n`),
  'containers of blank lines': (size) =>
    `:::a\n:::info\n:::tip\n:::note\n${'\n'.repeat(size - 60)}${':::\n'.repeat(4)}`,
  details: repeated('<details>\n<summary>Title</summary>\n\na\n</details>\n'),
  'details in lines': repeated('<details><summary>a</summary>b</details>\n'),
  'details in one line': repeated('<details><summary>a</summary>b</details>'),
  'ends of summaries': (size) => `<details><summary>${repeated('</details> </summary>')(size - 20)}`,
  'details of spaces': (size) => `<details ${' '.repeat(size / 2 - 10)}>${' '.repeat(size / 2 - 10)}`,
  'open details': repeated('<details>\n<summary>a\n'),
  'nested details': halves(repeated('<details>\n'), repeated('</details>\n'), ''),
  'details crossed by containers': repeated('<details>\n:::info\n</details>\n:::\n'),
  alerts: repeated('> [!NOTE]\n> a\n\n'),
  'nested lists': numbered((n) => `${' '.repeat(n)}- a\n`),
  'one list of lists': repeated('- - - - - - - - - - '),
  'lists in quotes': repeated('> - > 1. '),
  'loose list': repeated('- a\n\n'),
  'ordered list': numbered((n) => `${n + 1}. a\n`),
  tasks: repeated('- [ ] a\n'),
  'empty list items': repeated('-\n'),
  'list without end': halves(repeated('-\n'), repeated(' \n')),

  'open emphasis': repeated('*a '),
  'emphasis in emphasis': repeated('*a **b '),
  'closed emphasis': repeated('a**b_c_**'),
  'nested emphasis': halves(repeated('*a **a '), repeated('a** a*'), ''),
  underscores: repeated('_'),
  stars: repeated('*'),
  'stars and underscores': repeated('*_'),
  'emphasis runs in steps': numbered((n) => `${'*'.repeat(n)}a`),
  strikethrough: repeated('~~a ~b '),
  tildes: repeated('a~~'),

  'open brackets': repeated('['),
  'closed brackets': halves(repeated('['), repeated(']'), ''),
  'brackets in pairs': repeated('[]'),
  'escaped brackets': repeated('\\['),
  'nested images': repeated('!['),
  'closed images': halves(repeated('!['), repeated('](a)'), ''),
  'open links': repeated('[a](b'),
  'open link titles': repeated('[a](b "'),
  'open link targets': repeated('[a](<b'),
  'links in links': halves(repeated('[a '), repeated('](u)'), ''),
  'parentheses in a link': (size) => `[a](${'('.repeat(Math.max(0, Math.floor(size / 2) - 3))}`,
  'many links': repeated('[a](/b) '),
  'many images': repeated('![a](/b) '),
  'reference definitions': numbered((n) => `[r${n}]: /u${n}\n`),
  'open definitions': repeated('[a]: b "\n'),
  references: (size) => `[r]: /u\n\n${filled('[r] ', size - 9)}`,
  'missing references': repeated('[r][s] '),
  'definitions and references': halves(
    numbered((n) => `[r${n}]: /u\n`),
    numbered((n) => `[r${n}] `),
  ),
  'long labels': repeated(`[${'a'.repeat(998)}`),

  footnotes: (size) => `${filled('[^a] ', size - 16)}\n\n[^a]: words\n`,
  'footnote definitions': numbered((n) => `[^f${n}]: a\n\n`),
  'chained footnotes': numbered((n) => `[^f${n}]: see [^f${n + 1}]\n\n`),
  'chained footnotes in use': (size) => `[^f0]\n\n${series((n) => `[^f${n}]: see [^f${n + 1}]\n\n`, size - 7)}`,
  'nested footnotes': repeated('[^a]: '),
  'inline footnotes': repeated('^[a'),
  'all the footnotes twice': halves(
    numbered((n) => `[^f${n}] [^f${n}] `),
    numbered((n) => `[^f${n}]: a\n`),
  ),

  backticks: numbered((n) => `a${'`'.repeat(n)} `),
  'many code spans': repeated('`a` '),
  'one run of backticks': repeated('`'),
  'open code spans': repeated('`a ``b '),
  'code fences': repeated('```js\nconst a = 1;\n```\n\n'),
  'open fence': (size) => `\`\`\`\n${filled('a\n', size - 4)}`,
  'fences in steps': numbered((n) => `${'`'.repeat(n + 3)}\n`),
  'indented code': repeated('    a\n'),

  formulas: repeated('$a$ '),
  'open formulas': repeated('$a '),
  dollars: repeated('$'),
  'dollars in steps': numbered((n) => `${'$'.repeat(n)}a`),
  'escaped dollars': (size) => `$${filled('\\$', size - 1)}`,
  'blocks of formulas': repeated('$$\na\n$$\n'),
  'open blocks of formulas': repeated('$$a\n'),
  'blocks of formulas in lists': repeated('- $$a\n  $$$\n'),
  'a long block of a formula': (size) => `$$\n${filled('a\n', size - 6)}$$`,
  'a long open block of a formula': (size) => `$$\n${filled('a\n', size - 3)}`,

  tables: repeated('| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n\n'),
  'one huge table': (size) => `| a | b | c | d |\n|---|---|---|---|\n${filled('| 1 | 2 | 3 | 4 |\n', size - 38)}`,
  'a table of one row': (size) =>
    `|${filled('a|', Math.floor(size / 2) - 2)}\n|${filled('-|', Math.floor(size / 2) - 2)}`,
  'a wide table with empty rows': (size) => {
    const columns = Math.floor(size / 6);
    return `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${'a\n'.repeat(Math.floor(columns / 2) - 2)}`;
  },
  'small tables with empty rows': repeated(`|${'a|'.repeat(180)}\n|${'-|'.repeat(180)}\n${'a\n'.repeat(360)}\n`),
  'pipes in cells': (size) => `|a|\n|-|\n|${filled('\\|', size - 9)}`,
  'table heads': repeated('a | b\n-|-\n'),

  'html comments': repeated('<!-- a '),
  'open tags': repeated('<a <b '),
  'open attributes': repeated('<a b="'),
  'one tag of attributes': (size) => `<a ${filled('b=c ', size - 3)}`,
  'html blocks': repeated('<div>\n\n'),
  'open html block': (size) => `<script>\n${filled('a\n', size - 9)}`,
  'processing instructions': repeated('<?'),
  declarations: repeated('<!A '),
  'cdata sections': repeated('<![CDATA['),
  autolinks: repeated('https://example.org/a '),
  'angle autolinks': repeated('<https://a.b>'),
  'open angle autolinks': repeated('<https:'),
  'one address': (size) => `https://a.b/${filled('(', size - 12)}`,
  'mail addresses': repeated('a.b@'),
  'dots and addresses': repeated('www.'),
  entities: repeated('&amp;&#x41;'),
  'open entities': repeated('&'),
  'long entities': repeated('&#0000000;'),
  escapes: repeated('\\'),

  headings: repeated('# a\n'),
  'different headings': numbered((n) => `# a${n}\n`),
  'headings that look numbered': numbered((n) => (n % 2 ? '# a\n' : `# a-${n >> 1}\n`)),
  'headings without words': repeated('#\n'),
  'one long heading': (size) => `# ${filled('a ', size - 2)}`,
  'closing signs of headings': (size) => `# ${filled('# ', size - 2)}`,
  'setext headings': repeated('a\n=\n\n'),
  'a long setext heading': (size) => `${filled('a\n', size - 2)}=\n`,
  rules: repeated('***\n'),
  'almost rules': repeated('* * * a\n'),
  'rule of one line': repeated('* '),

  emoji: repeated('👩‍👩‍👧‍👦🏳️‍🌈'),
  'combining marks': repeated('a\u0301\u0323'),
  'marks on one letter': (size) => `a${filled('\u0301\u0323', size - 1)}`,
  'right to left': repeated('שלום עולם مرحبا '),
  'bidirectional controls': repeated('\u202Ea\u202C'),
  'zero widths': repeated('a\u200B\u2060'),
  'chinese without spaces': repeated('知識之家'),
  'ligatures that grow': repeated('ﷺ'),
  'capital letters that grow': repeated('İ'),
  punctuation: repeated('.,;:!?-'),
  'null as a word': repeated('null undefined NaN '),
  mentions: repeated('@ada '),
  'open mentions': repeated('@a-'),
  'file addresses': repeated('/files/00000000-0000-4000-8000-000000000000/0123456789abcdef '),
  'almost file addresses': repeated('/files/00000000-0000-4000-8000-00000000000'),
  'line separators': repeated('a\u2028'),
  'one letter and line separators': (size) => `y${filled('\u2028', size - 1)}`,
  'paragraph separators': repeated('\u2029'),
  'syllables in parts': repeated('\u1100\u1161\u11a8'),
  'marks out of order': repeated('\u0345\u0301\u0323\u0327'),
  'marks between invisible characters': repeated('\u0301\u200B\u0323'),
  'voice tags': repeated('<v.'),
  'voice tags of classes': (size) => `<v${filled('.a', size - 2)}`,
  digits: repeated('1'),
  'digits and colons': repeated('1:'),
  'times and arrows': repeated('00:00 --> '),
  'times of one line': repeated('0:01 '),
  'control characters': repeated('a\u0001\u0002'),
  'private use': repeated('\uE000\uE001'),
  'mixed delimiters': repeated('*_`[<!&~|\\'),
};

export const markdownFamilyNames: readonly string[] = Object.keys(markdownFamilies);

/**
 * The text of one family.
 * @throws when the family does not exist
 */
export function generateMarkdown(name: string, size: number): string {
  const make = markdownFamilies[name];
  if (!make) throw new Error(`There is no family of Markdown texts called ${name}.`);
  return make(size);
}
