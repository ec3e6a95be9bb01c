/* Texts that take quadratic time or more in some parsers, by kind. */

/** Repeats the piece up to `length` characters. */
const filled = (piece: string, length: number): string =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

function counted(line: (i: number) => string, length: number): string {
  const lines: string[] = [];
  for (let [i, size] = [0, 0]; size < length; i++) size += lines[lines.push(line(i)) - 1]!.length;
  return lines.join('').slice(0, length);
}

/** YAML of about `length` bytes. */
export function hostileYaml(length: number): Record<string, string> {
  const half = Math.floor(length / 2);
  return {
    'many keys': counted((i) => `k${i}:\n`, length),
    'many keys in braces': `a: {${counted((i) => `k${i},`, length)}k}`,
    'the same key': filled('a: 1\n', length),
    'explicit keys': filled('? [a]\n: b\n', length),
    'nested brackets': `a: ${'['.repeat(half)}${']'.repeat(half)}`,
    'open brackets': filled('[', length),
    'open braces': `a: ${filled('{a: ', length)}`,
    'nested dashes': filled('- ', length),
    'nested keys': counted((i) => `${' '.repeat(i)}a:\n`, length),
    commas: `a: {${filled(',', length)}`,
    errors: filled('a: ]\n', length),
    'open quotes': filled('a: "\n', length),
    'closing braces': filled('}\n', length),
    indicators: filled('a: @\n', length),
    anchors: filled('&a ', length),
    aliases: `a: &a 1\nb: [${filled('*a,', length)}*a]`,
    tags: `a: [${filled('!a b,', length)}b]`,
    directives: filled('%\n', length),
    comments: filled('a: #\n', length),
    'block scalars': filled('a: |x\n', length),
    'lines in a quotation': `a: "${filled('x\n ', length)}"`,
    'a long number': `a: ${filled('9', length)}`,
    colons: filled(': ', length),
    'merge keys': `a: &a {b: 1}\nc: {${filled('<<: *a,', length)}}`,
    'a tag without toString': 'tags: [{ toString: 1, valueOf: 1 }]',
  };
}

/** Markdown of about `length` characters. */
export function hostileMarkdown(length: number): Record<string, string> {
  return {
    'link middles': filled('](', length),
    'empty links': filled('[](', length),
    'opening brackets': filled('[', length),
    images: filled('![a](<', length),
    parentheses: filled(']((((((', length),
    references: filled('[a]: ', length),
    'reference lines': counted((i) => `[a]:${i}\n`, length),
    'long reference heads': filled(`[${'a'.repeat(499)}\n`, length),
    'long destinations': filled(`](${'a'.repeat(999)}${'b'.repeat(30)}`, length),
    'nested destinations': filled(`](${'(b)'.repeat(334)}(`, length),
    'many links': counted((i) => `[](${i.toString(36)})`, length),
    'many relative links': counted((i) => `[](../../../../${i.toString(36)})`, length),
    'many paragraphs of links': counted((i) => `[](${i.toString(36)})\n\n`, length),
    backticks: filled('`', length),
    'backticks with letters': `${filled('`a', length)}](x)`,
    'paragraphs of backticks': filled('`a](x)\n\n', length),
    'runs of backticks': `${counted((i) => `${'`'.repeat(1 + (i % 900))} `, length)}](x)`,
    fences: filled('```\n~~~\n', length),
    'an open fence': `\`\`\`\n${filled('x\n', length)}`,
    backslashes: filled('\\', length),
    escapes: `${filled('\\a', length)}](x)`,
    spaces: filled(' ', length),
    'line breaks': filled('x\n', length),
    paragraphs: filled('x\n\n', length),
    quotations: filled('> - 1. ', length),
    'a heading of spaces': `# a${' '.repeat(1990)}x\n`,
    'a heading of hashes': `# a${' #'.repeat(990)}x\n`,
    'a heading of tabs': `# a${'\t '.repeat(990)}x\n`,
    'empty headings': filled(`# ${' '.repeat(1990)}\n\n`, length),
    'a heading of brackets': `# ${filled('[', length)}`,
  };
}
