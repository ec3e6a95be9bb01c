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
  if (names.length === 1)
    return `(${first}: ${printType(types.get(first) ?? '')}): string => ${stripParentheses(code)}`;
  const fields = [...types].map(([name, type]) => `${name}: ${printType(type)}`).join('; ');
  return `({ ${names.join(', ')} }: { ${fields} }): string => ${stripParentheses(code)}`;
}

/**
 * A translation has the values of its source, of which it may use fewer. Their types follow from the source's.
 * @param {Compiled} compiled
 * @param {Compiled} source
 */
function printTranslation({ code, values }, { values: types }) {
  for (const [name, type] of values) {
    const known = types.get(name);
    if (known === undefined) throw new Error(`the source has no value {${name}}`);
    const isSuited = STRENGTH.indexOf(type) <= STRENGTH.indexOf('choice') || type === known;
    if (!isSuited) throw new Error(`{${name}} is no ${type} in the source`);
  }
  if (types.size === 0) return code;
  const used = [...values.keys()].join(', ');
  const parameters = values.size === 0 || types.size === 1 ? used : `{ ${used} }`;
  return `(${parameters}) => ${stripParentheses(code)}`;
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

/** @typedef {Record<string, string>} Messages by their dotted paths, which begin with the name of an export */

/**
 * @param {Messages} messages
 * @param {(path: string, compiled: Compiled) => string} print
 * @returns {{ tree: Tree, helpers: Set<string> }}
 * @throws Error that names the text that is wrong
 */
function compileTree(messages, print) {
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
      node[names.at(-1) ?? ''] = print(path, compiled);
    } catch (error) {
      throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }
  return { tree, helpers };
}

/** @typedef {(helpers: string[], depth: number) => string} PrintImport of the functions for numbers and plurals */

/** @type {PrintImport} those of the frontend, for a module `depth` folders below its messages */
const printFrontendImport = (helpers, depth) =>
  `import { ${helpers.join(', ')} } from '${'../'.repeat(depth + 1)}lib/message-format';\n`;

/** @param {Tree} tree @param {(name: string) => string} printName */
const printExports = (tree, printName) =>
  Object.entries(tree)
    .map(([name, node]) => `export const ${printName(name)} = ${typeof node === 'string' ? node : printTree(node)};\n`)
    .join('\n');

/**
 * @param {Messages} messages of the source language
 * @param {PrintImport} [printImport]
 * @returns {string} the module in TypeScript
 * @throws Error that names the text that is wrong
 */
export function compileMessages(messages, printImport = printFrontendImport) {
  const { tree, helpers } = compileTree(messages, (_path, compiled) => printMessage(compiled));
  const imports = helpers.size ? printImport([...helpers].sort(), 0) : '';
  return (imports && `${imports}\n`) + printExports(tree, (name) => name);
}

/** @param {Messages} some @param {Messages} others @returns {string} the paths of some that others lack */
const listMissing = (some, others) =>
  Object.keys(some)
    .filter((path) => !Object.hasOwn(others, path))
    .join(', ');

/**
 * @param {string} area the name of the module
 * @param {Messages} messages of another language
 * @param {Messages} source of the source language
 * @param {{ printImport?: PrintImport, sourceModule?: string }} [options]
 * @returns {string} a module that has the type of the source's
 * @throws Error that names the texts that are missing or too many, or the one that is wrong
 */
export function compileTranslations(
  area,
  messages,
  source,
  { printImport = printFrontendImport, sourceModule = `../${area}` } = {},
) {
  const [missing, unknown] = [listMissing(source, messages), listMissing(messages, source)];
  if (missing) throw new Error(`without a translation: ${missing}`);
  if (unknown) throw new Error(`not in the source: ${unknown}`);
  // In the order of the source, so that lists of numbered texts keep theirs.
  const ordered = Object.fromEntries(Object.keys(source).map((path) => [path, messages[path] ?? '']));
  const { tree, helpers } = compileTree(ordered, (path, compiled) =>
    printTranslation(compiled, compileMessage(source[path] ?? '')),
  );
  const imports = helpers.size ? printImport([...helpers].sort(), 1) : '';
  const typeImport = `import type * as source from '${sourceModule}';\n\n`;
  return imports + typeImport + printExports(tree, (name) => `${name}: typeof source.${name}`);
}
