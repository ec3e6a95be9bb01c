import { type Texts, sourceTexts } from './texts.js';

/** A text of the catalogue: a sentence, or a function of one value or of an object of values. */
type Message = string | ((values: never) => string);
type Select = (texts: Texts) => Readonly<Record<string, Message>>;

/* Private-use characters, which no text of ours contains. */
const START = '\u{E010}';
const END = '\u{E011}';
const PLACEHOLDER = new RegExp(`${START}(\\w*)${END}`, 'u');

/** As the values of a message, it returns a placeholder with the name of each. */
const placeholders: unknown = new Proxy(
  {},
  {
    get: (_target, name) => {
      if (name === Symbol.toPrimitive) return () => START + END;
      return typeof name === 'string' ? START + name + END : undefined;
    },
  },
);

const write = (message: Message, values: unknown): string =>
  typeof message === 'string' ? message : message(values as never);

/** The values with which a text was written; undefined when it is another one. A single value has no name. */
function findValues(message: Message, stored: string): Record<string, string> | undefined {
  const parts = write(message, placeholders).split(PLACEHOLDER);
  const names = parts.filter((_part, index) => index % 2 === 1);
  const pattern = parts
    .map((part, index) => (index % 2 === 1 ? '(.+)' : part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)))
    .join('');
  const match = new RegExp(`^${pattern}$`, 'su').exec(stored);
  return match ? Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? ''])) : undefined;
}

const toValue = (text: string): string | number => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/**
 * A text that was stored in English, in another language. Sentences whose reader is unknown are stored so, and those of
 * former versions are; others than the given ones, such as what a service has responded, stay as they are.
 */
export function translateStored(stored: string, texts: Texts, select: Select): string {
  if (texts.language === sourceTexts.language) return stored;
  const [sources, targets] = [select(sourceTexts), select(texts)];
  for (const [key, source] of Object.entries(sources)) {
    const target = targets[key] ?? stored;
    // Plurals have a text of their own for one.
    if (typeof source === 'function' && write(source, 1) === stored) return write(target, 1);
    const values = findValues(source, stored);
    if (!values) continue;
    const translated = Object.entries(values).map(
      ([name, value]) => [name, toValue(translateStored(value, texts, select))] as const,
    );
    const [only] = translated;
    return write(target, only?.[0] === '' ? only[1] : Object.fromEntries(translated));
  }
  return stored;
}
