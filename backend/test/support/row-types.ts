import path from 'node:path';
import ts from 'typescript';

/**
 * The types that pg gives the values of a column, by the id of its type in PostgreSQL. Types that are missing here
 * are texts, as citext is.
 */
const kinds: Record<number, string> = {
  16: 'boolean',
  ...Object.fromEntries([21, 23, 26, 700, 701].map((id) => [id, 'number'])),
  ...Object.fromEntries([1082, 1114, 1184].map((id) => [id, 'Date'])),
  ...Object.fromEntries([114, 3802].map((id) => [id, 'json'])),
  17: 'Buffer',
  1000: 'boolean[]',
  ...Object.fromEntries([1005, 1007, 1021, 1022].map((id) => [id, 'number[]'])),
  ...Object.fromEntries([1001, 1009, 1014, 1015, 1016, 2951].map((id) => [id, 'string[]'])),
  1185: 'Date[]',
  2278: 'void',
};

interface RowType {
  names: string[];
  /** undefined for a property that can be anything */
  kinds: Map<string, string | undefined>;
  /** the statement returns more columns, which the type parameter of a class or function knows */
  isOpen?: boolean;
}

/** A statement, by the texts between its values. */
interface Template {
  place: string;
  texts: string[];
  row: RowType;
}

/** A statement that ran, and its columns with the ids of their types. */
export type RecordedResult = [sql: string, columns: [name: string, type: number][]];

/** @returns undefined when it can be anything */
function toKind(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const parts = (type.isUnion() ? type.types : [type]).filter(
    ({ flags }) => !(flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined)),
  );
  const found = new Set(
    parts.map((part) => {
      if (part.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.TypeParameter)) return undefined;
      if (part.flags & ts.TypeFlags.StringLike) return 'string';
      if (part.flags & ts.TypeFlags.NumberLike) return 'number';
      if (part.flags & ts.TypeFlags.BooleanLike) return 'boolean';
      if (checker.isArrayType(part)) {
        const [element] = checker.getTypeArguments(part as ts.TypeReference);
        const kind = element && toKind(element, checker);
        return kind && kind !== 'json' ? `${kind}[]` : 'json';
      }
      const name = part.symbol?.name;
      return name === 'Date' || name === 'Buffer' ? name : 'json';
    }),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

function toRowType(type: ts.Type, checker: ts.TypeChecker): RowType {
  const properties = checker.getPropertiesOfType(type);
  return {
    names: properties.map(({ name }) => name).toSorted(),
    kinds: new Map(properties.map((each) => [each.name, toKind(checker.getTypeOfSymbol(each), checker)])),
    isOpen: type.isIntersection() && type.types.some(({ flags }) => flags & ts.TypeFlags.TypeParameter),
  };
}

const getTexts = (template: ts.TemplateLiteral): string[] =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)];

/** All `sql<Row>` templates of the backend whose row is an object. */
export function listTemplates(backend: string): Template[] {
  const configFile = path.join(backend, 'tsconfig.json');
  const config = ts.readConfigFile(configFile, (file) => ts.sys.readFile(file)).config as object;
  const { fileNames, options } = ts.parseJsonConfigFileContent({ ...config, include: ['src'] }, ts.sys, backend);
  const withTemplates = fileNames.filter((file) => ts.sys.readFile(file)?.includes('sql<'));
  const program = ts.createProgram(withTemplates, options);
  const checker = program.getTypeChecker();
  const templates: Template[] = [];
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || source.fileName.endsWith('spec.ts')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql' && node.typeArguments?.[0]) {
        const type = checker.getTypeFromTypeNode(node.typeArguments[0]);
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        if (toKind(type, checker) === 'json')
          templates.push({
            place: `${path.relative(backend, source.fileName)}:${line + 1}`,
            texts: getTexts(node.template),
            row: toRowType(type, checker),
          });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return templates;
}

/** Whether a statement can come from the template with these texts. */
function matches(sql: string, texts: string[]): boolean {
  const [first = '', ...rest] = texts;
  if (!sql.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return sql === first;
  let place = first.length;
  for (const text of rest) {
    const found = sql.indexOf(text, place);
    if (found < 0) return false;
    place = found + text.length;
  }
  return sql.endsWith(last) && sql.length - last.length >= place;
}

/** Whether the template with these texts can be a part of a statement. */
function contains(sql: string, texts: string[]): boolean {
  let place = 0;
  for (const text of texts) {
    const found = sql.indexOf(text, place);
    if (found < 0) return false;
    place = found + text.length;
  }
  return true;
}

/** @returns what differs */
function compare({ names, kinds: expected, isOpen }: RowType, columns: RecordedResult[1]): string | undefined {
  const returned = columns.map(([name]) => name).toSorted();
  const missing = names.filter((name) => !returned.includes(name));
  const unknown = returned.filter((name) => !names.includes(name));
  if (missing.length) return `returns no ${missing.join(', ')}`;
  if (unknown.length && !isOpen) return `returns ${unknown.join(', ')}, which its row type lacks`;
  const wrong = columns.flatMap(([name, id]) => {
    const [kind, type] = [kinds[id] ?? 'string', expected.get(name)];
    // A value of JSON can have any type but those that pg parses from others.
    const fits = type === undefined || type === kind || (kind === 'json' && type !== 'Date' && type !== 'Buffer');
    return fits ? [] : [`returns ${name} as ${kind}, not as ${type}`];
  });
  return wrong.join('; ') || undefined;
}

/**
 * Compares the row type of each `sql<Row>` with the columns that PostgreSQL returned for it in the tests.
 * @returns what is wrong
 */
export function checkRowTypes(templates: Template[], results: RecordedResult[]): string[] {
  return templates.flatMap(({ place, texts, row }) => {
    const own = results.filter(([sql]) => matches(sql, texts));
    if (!own.length)
      return results.some(([sql]) => contains(sql, texts))
        ? []
        : [`${place} ran in no test, so its row type is unchecked`];
    const wrong = own.map(([, columns]) => compare(row, columns));
    // A short template can also match longer statements of others.
    return wrong.includes(undefined) ? [] : [`${place} ${wrong[0]}`];
  });
}
