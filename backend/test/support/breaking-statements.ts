import {
  type AlterTableCmd,
  type ColumnDef,
  type Constraint,
  type DropStmt,
  type IndexStmt,
  type Node,
  parse,
  type RenameStmt,
} from 'libpg-query';

/*
 * Finds statements of a migration after which instances of the version before fail: they read, write and delete rows as
 * they did, and know nothing of new columns and tables.
 */

/** What the migration itself creates. The version before does not use it. */
interface NewObjects {
  /** names of tables, views, functions and types */
  names: Set<string>;
  /** `table.column` */
  columns: Set<string>;
}

type NodeOf<Kind extends string> = Extract<Node, Record<Kind, unknown>>[Kind &
  keyof Extract<Node, Record<Kind, unknown>>];

/** @returns one reason per breaking statement, such as `drops the column documents.content` */
export async function findBreakingStatements(sql: string): Promise<string[]> {
  const statements = ((await parse(sql)).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : []));
  const created = findNewObjects(statements);
  return statements.flatMap((statement) => reasonsOf(statement, created));
}

function findNewObjects(statements: readonly Node[]): NewObjects {
  const created: NewObjects = { names: new Set(), columns: new Set() };
  for (const statement of statements) {
    const [[kind, node] = ['', {}]] = Object.entries(statement) as [string, Record<string, unknown>][];
    if (/^(?:Create|View|Composite)/.test(kind)) created.names.add(nameOfCreated(node));
    if (!('AlterTableStmt' in statement)) continue;
    const table = statement.AlterTableStmt.relation?.relname ?? '';
    for (const { def } of commandsOf(statement.AlterTableStmt))
      if (def && 'ColumnDef' in def) created.columns.add(`${table}.${def.ColumnDef.colname ?? ''}`);
  }
  return created;
}

/** Of `create table`, `view`, `function`, `type` and `domain`; empty for objects that nothing here asks for. */
function nameOfCreated({ relation, view, typevar, funcname, typeName, domainname }: Record<string, unknown>): string {
  const range = (relation ?? view ?? typevar) as { relname?: string } | undefined;
  return range?.relname ?? lastName((funcname ?? typeName ?? domainname) as Node[] | undefined);
}

const lastName = (names: readonly Node[] | undefined): string => {
  const last = names?.at(-1);
  return last && 'String' in last ? (last.String.sval ?? '') : '';
};

function reasonsOf(statement: Node, created: NewObjects): string[] {
  if ('AlterTableStmt' in statement) {
    const table = statement.AlterTableStmt.relation?.relname ?? '';
    if (created.names.has(table)) return [];
    return commandsOf(statement.AlterTableStmt).flatMap((command) => reasonsOfCommand(table, command, created));
  }
  if ('CreateStmt' in statement) {
    const table = statement.CreateStmt.relation?.relname ?? '';
    return (statement.CreateStmt.tableElts ?? []).flatMap((element) => reasonsOfElement(table, element, created));
  }
  if ('DropStmt' in statement) return reasonsOfDrop(statement.DropStmt, created);
  if ('RenameStmt' in statement) return reasonsOfRename(statement.RenameStmt, created);
  if ('IndexStmt' in statement) return reasonsOfIndex(statement.IndexStmt, created);
  if ('TruncateStmt' in statement) return ['truncates tables'];
  if ('AlterEnumStmt' in statement) return statement.AlterEnumStmt.oldVal ? ['renames a value of an enum'] : [];
  if ('DoStmt' in statement) return ['runs a block of PL/pgSQL, which cannot be checked'];
  return [];
}

const commandsOf = ({ cmds = [] }: NodeOf<'AlterTableStmt'>): AlterTableCmd[] =>
  cmds.flatMap((command) => ('AlterTableCmd' in command ? [command.AlterTableCmd] : []));

function reasonsOfCommand(table: string, { subtype, name, def }: AlterTableCmd, created: NewObjects): string[] {
  const column = `${table}.${name}`;
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return reasonsOfColumn(table, def.ColumnDef, created);
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def)
    return reasonsOfConstraint(table, def.Constraint, created);
  if (created.columns.has(column)) return [];
  if (subtype === 'AT_ColumnDefault') return def ? [] : [`drops the default of ${column}, which inserts rely on`];
  const reasons: Partial<Record<NonNullable<typeof subtype>, string>> = {
    AT_DropColumn: `drops the column ${column}`,
    AT_AlterColumnType: `changes the type of ${column}`,
    AT_SetNotNull: `refuses nulls in ${column}`,
    AT_SetExpression: `changes what ${column} is generated from`,
    AT_EnableRowSecurity: `limits the rows of ${table}`,
  };
  const reason = subtype && reasons[subtype];
  return reason ? [reason] : [];
}

const constraintsOf = ({ constraints = [] }: ColumnDef): Constraint[] =>
  constraints.flatMap((constraint) => ('Constraint' in constraint ? [constraint.Constraint] : []));

/** Of a column that is added to a table. */
function reasonsOfColumn(table: string, definition: ColumnDef, created: NewObjects): string[] {
  const constraints = constraintsOf(definition);
  const has = (...types: Constraint['contype'][]) => constraints.some(({ contype }) => types.includes(contype));
  const isRequired = has('CONSTR_NOTNULL', 'CONSTR_PRIMARY');
  const hasValue = has('CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY');
  return [
    ...(isRequired && !hasValue ? [`adds ${table}.${definition.colname}, which is required, without a default`] : []),
    ...constraints.flatMap((constraint) => reasonsOfReference(table, constraint, created)),
  ];
}

/** Of a part of a new table. */
function reasonsOfElement(table: string, element: Node, created: NewObjects): string[] {
  if ('Constraint' in element) return reasonsOfReference(table, element.Constraint, created);
  if (!('ColumnDef' in element)) return [];
  return constraintsOf(element.ColumnDef).flatMap((constraint) => reasonsOfReference(table, constraint, created));
}

/** The version before deletes rows without those that refer to them from columns and tables it does not know. */
function reasonsOfReference(
  table: string,
  { contype, pktable, fk_del_action: onDelete = 'a' }: Constraint,
  { names }: NewObjects,
): string[] {
  if (contype !== 'CONSTR_FOREIGN' || !pktable?.relname || names.has(pktable.relname)) return [];
  return ['a', 'r'].includes(onDelete) ? [`refuses to delete rows of ${pktable.relname} that ${table} refers to`] : [];
}

/** Of a constraint that is added to a table. */
function reasonsOfConstraint(table: string, constraint: Constraint, created: NewObjects): string[] {
  const { conname, keys = [], fk_attrs = [], exclusions = [], raw_expr } = constraint;
  const columns = [...namesIn([...keys, ...fk_attrs]), ...namesIn(raw_expr), ...namesIn(exclusions)];
  if (columns.length && columns.every((column) => created.columns.has(`${table}.${column}`)))
    return reasonsOfReference(table, constraint, created);
  return [`adds the constraint ${conname ?? ''} to columns of ${table} that exist`];
}

function reasonsOfIndex(
  { unique, relation, indexParams = [], idxname }: IndexStmt,
  { names, columns }: NewObjects,
): string[] {
  const table = relation?.relname ?? '';
  if (!unique || names.has(table)) return [];
  const indexed = indexParams.flatMap((element) =>
    'IndexElem' in element
      ? [...(element.IndexElem.name ? [element.IndexElem.name] : []), ...namesIn(element.IndexElem.expr)]
      : [],
  );
  if (indexed.length && indexed.every((column) => columns.has(`${table}.${column}`))) return [];
  return [`adds the unique index ${idxname ?? ''} to columns of ${table} that exist`];
}

/** Nothing reads or writes these by name. */
const unused = new Set(['OBJECT_INDEX', 'OBJECT_TRIGGER', 'OBJECT_STATISTIC_EXT', 'OBJECT_TABCONSTRAINT']);

function reasonsOfDrop({ removeType = 'OBJECT_TABLE', objects = [] }: DropStmt, { names }: NewObjects): string[] {
  if (unused.has(removeType)) return [];
  return objects
    .map((object) => {
      if ('List' in object) return lastName(object.List.items);
      if ('ObjectWithArgs' in object) return lastName(object.ObjectWithArgs.objname);
      return 'TypeName' in object ? lastName(object.TypeName.names) : lastName([object]);
    })
    .filter((name) => !names.has(name))
    .map((name) => `drops ${name}`);
}

function reasonsOfRename(
  { renameType = 'OBJECT_TABLE', relation, subname }: RenameStmt,
  { names }: NewObjects,
): string[] {
  const table = relation?.relname ?? '';
  if (unused.has(renameType) || names.has(table)) return [];
  return [`renames ${[table, subname].filter(Boolean).join('.')}`];
}

/** All column names and key names in a part of a statement. */
function namesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(namesIn);
  if (typeof part !== 'object' || part === null) return [];
  if ('ColumnRef' in part) {
    const { fields } = part.ColumnRef as { fields?: Node[] };
    return [lastName(fields)];
  }
  if ('String' in part) return [lastName([part as Node])];
  if ('IndexElem' in part) {
    const { name, expr } = part.IndexElem as { name?: string; expr?: Node };
    return [...(name ? [name] : []), ...namesIn(expr)];
  }
  return Object.entries(part)
    .filter(([key]) => !['name', 'funcname', 'typeName', 'names'].includes(key))
    .flatMap(([, value]) => namesIn(value));
}
