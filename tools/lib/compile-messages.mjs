// Compiles texts in ICU MessageFormat to the module of typed functions that the code imports. Build time only: the
// result needs no library.
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * @typedef {ReturnType<typeof parse>[number]} Element
 * @typedef {{ code: string, values: Map<string, string>, helpers: Set<string> }} Compiled code of an expression, the
 *   types of the values it uses, and the functions of `lib/message-format`
 */

/** @param {string} text */
const escapeTemplate = (text) => text.replaceAll(/[`\\]|\$\{/g, '\\$&');

/** @param {string} text */
const quote = (text) => `'${text.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;

/** @param {string} name */
const toKey = (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));

/** The types of a value, from the weakest: the same value can stand in a text and choose a form. */
const STRENGTH = ['text', 'choice', 'boolean', 'number'];

/** Words that cannot be the name of a parameter, of those that a translator may choose. */
const RESERVED = new Set(['case', 'class', 'default', 'delete', 'export', 'function', 'import', 'new', 'this', 'with']);

/** @type {Record<string, string>} */
const TYPES = { text: 'string | number', choice: 'string' };

class MessageCompiler {
  /** @type {Map<string, string>} */
  values = new Map();
  /** @type {Set<string>} */
  helpers = new Set();

  /** @param {string} name @param {string} type */
  #use(name, type) {
    if (!/^[a-z]\w*$/.test(name) || RESERVED.has(name)) throw new Error(`"${name}" cannot be the name of a value`);
    const former = this.values.get(name);
    if (former === undefined || STRENGTH.indexOf(type) > STRENGTH.indexOf(former)) this.values.set(name, type);
    return name;
  }

  /** @param {string} helper @param {string} value */
  #call(helper, value) {
    this.helpers.add(helper);
    return `${helper}(${value})`;
  }

  /**
   * @param {readonly Element[]} elements
   * @param {string} [counted] the value that `#` represents
   * @returns {string} an expression
   */
  compile(elements, counted) {
    if (elements.length === 0) return "''";
    if (elements.length === 1 && elements[0]?.type === TYPE.literal) return quote(elements[0].value);
    const parts = elements.map((element) =>
      element.type === TYPE.literal ? escapeTemplate(element.value) : `\${${this.#compileElement(element, counted)}}`,
    );
    const [only] = elements;
    // A choice alone is an expression already; a value alone is made a text.
    if (elements.length === 1 && only && (only.type === TYPE.plural || only.type === TYPE.select))
      return this.#compileElement(only, counted);
    return `\`${parts.join('')}\``;
  }

  /** @param {Element} element @param {string | undefined} counted @returns {string} */
  #compileElement(element, counted) {
    switch (element.type) {
      case TYPE.argument:
        return this.#use(element.value, 'text');
      case TYPE.number:
        if (element.style && !isCompact(element)) throw new Error('of numbers only ::compact-short is supported');
        this.#use(element.value, 'number');
        return this.#call(element.style ? 'abbreviate' : 'formatNumber', element.value);
      case TYPE.pound:
        return this.#call('formatNumber', counted ?? '');
      case TYPE.plural: {
        if (element.pluralType === 'ordinal' || element.offset)
          throw new Error('of plurals neither ordinal numbers nor offsets are supported');
        this.#use(element.value, 'number');
        const forms = Object.entries(element.options).filter(([form]) => form !== 'other');
        // Exact numbers go before the forms of the language.
        forms.sort(([a], [b]) => Number(b.startsWith('=')) - Number(a.startsWith('=')));
        return this.#choose(
          forms.map(([form, { value }]) => [
            form.startsWith('=')
              ? `${element.value} === ${form.slice(1)}`
              : `${this.#call('getPlural', element.value)} === '${form}'`,
            this.compile(value, element.value),
          ]),
          this.compile(element.options['other']?.value ?? [], element.value),
        );
      }
      case TYPE.select: {
        const choices = Object.entries(element.options).filter(([choice]) => choice !== 'other');
        const isFlag = choices.every(([choice]) => choice === 'true' || choice === 'false');
        this.#use(element.value, isFlag ? 'boolean' : 'choice');
        return this.#choose(
          choices.map(([choice, { value }]) => [
            isFlag
              ? choice === 'true'
                ? element.value
                : `!${element.value}`
              : `${element.value} === ${quote(choice)}`,
            this.compile(value, counted),
          ]),
          this.compile(element.options['other']?.value ?? [], counted),
        );
      }
      default:
        throw new Error('only values, numbers, plurals and choices are supported');
    }
  }

  /** @param {[condition: string, text: string][]} choices @param {string} other */
  #choose(choices, other) {
    return `(${choices.map(([condition, text]) => `${condition} ? ${text} : `).join('')}${other})`;
  }
}

/** @param {Extract<Element, { type: typeof TYPE.number }>} element */
const isCompact = ({ style }) =>
  style !== null && typeof style === 'object' && style.tokens.length === 1 && style.tokens[0]?.stem === 'compact-short';

/**
 * @param {string} message in ICU MessageFormat
 * @returns {Compiled}
 */
function compileMessage(message) {
  // Tags would make `<` special in texts about Markdown and HTML.
  const elements = parse(message, { ignoreTag: true, requiresOtherClause: true, shouldParseSkeletons: false });
  const compiler = new MessageCompiler();
  const code = compiler.compile(elements);
  return { code, values: compiler.values, helpers: compiler.helpers };
}

/**
 * A text without values is a string; with one value a function of it; with several a function of an object, so that
 * each language can order them as it needs.
 * @param {Compiled} compiled
 */
function printMessage({ code, values: types }) {
  if (types.size === 0) return code;
  const names = [...types.keys()];
  const [first = ''] = names;
  if (names.length === 1) return `(${first}: ${printType(types.get(first) ?? '')}) => ${stripParentheses(code)}`;
  const fields = [...types].map(([name, type]) => `${name}: ${printType(type)}`).join('; ');
  return `({ ${names.join(', ')} }: { ${fields} }) => ${stripParentheses(code)}`;
}

/** @param {string} type */
const printType = (type) => TYPES[type] ?? type;

/** @param {string} code */
const stripParentheses = (code) => (code.startsWith('(') && code.endsWith(')') ? code.slice(1, -1) : code);

/** @typedef {{ [name: string]: Tree | string }} Tree */

/** @param {Tree} tree @param {string} [indent] @returns {string} */
function printTree(tree, indent = '') {
  const entries = Object.entries(tree);
  const inner = `${indent}  `;
  const print = (/** @type {Tree | string} */ node) => (typeof node === 'string' ? node : printTree(node, inner));
  // Numbered texts are a list.
  const isList = entries.every(([name], index) => name === String(index));
  const lines = entries.map(([name, node]) => `${inner}${isList ? '' : `${toKey(name)}: `}${print(node)},\n`);
  return `${isList ? '[' : '{'}\n${lines.join('')}${indent}${isList ? ']' : '}'}`;
}

/**
 * @param {Record<string, string>} messages by their dotted paths, which begin with the name of an export
 * @returns {string} the module in TypeScript
 * @throws Error that names the text that is wrong
 */
export function compileMessages(messages) {
  /** @type {Tree} */
  const tree = {};
  /** @type {Set<string>} */
  const helpers = new Set();
  for (const [path, text] of Object.entries(messages)) {
    try {
      const compiled = compileMessage(text);
      for (const helper of compiled.helpers) helpers.add(helper);
      const names = path.split('.');
      let node = tree;
      for (const name of names.slice(0, -1)) node = /** @type {Tree} */ (node[name] ??= {});
      node[names.at(-1) ?? ''] = printMessage(compiled);
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  const imports = helpers.size ? `import { ${[...helpers].sort().join(', ')} } from '../lib/message-format';\n\n` : '';
  const exported = Object.entries(tree).map(
    ([name, node]) => `export const ${name} = ${typeof node === 'string' ? node : printTree(node)};\n`,
  );
  return imports + exported.join('\n');
}
