import type pg from 'pg';

export interface ColumnInfo {
  name: string;
  /** such as `text`, `integer` or `text[]` */
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
  isGenerated: boolean;
}

export interface ForeignKey {
  columns: string[];
  table: string;
  references: string[];
}

export interface CheckConstraint {
  name: string;
  columns: string[];
  definition: string;
}

export interface TableInfo {
  name: string;
  columns: ColumnInfo[];
  primaryKey: string[];
  foreignKeys: ForeignKey[];
  checks: CheckConstraint[];
}

/** The migrations' own table is not the application's. */
const OWN = 'mikro_orm_migrations';

/** The tables of the application, from the catalog of PostgreSQL. */
export async function readTables(client: pg.Client): Promise<TableInfo[]> {
  const { rows } = await client.query<TableInfo>(
    `select c.relname as name,
       (select jsonb_agg(jsonb_build_object(
                 'name', a.attname, 'type', format_type(a.atttypid, null), 'isRequired', a.attnotnull,
                 'hasDefault', a.atthasdef and a.attgenerated = '',
                 'isGenerated', a.attgenerated <> '' or a.attidentity <> '') order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       ${columnsOf(`k.contype = 'p'`, 'k.conkey', 'k.conrelid')} as "primaryKey",
       coalesce((select jsonb_agg(jsonb_build_object(
                   'columns', ${names('k.conkey', 'k.conrelid')}, 'table', k.confrelid::regclass::text,
                   'references', ${names('k.confkey', 'k.confrelid')}) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '[]') as "foreignKeys",
       coalesce((select jsonb_agg(jsonb_build_object(
                   'name', k.conname, 'columns', ${names('k.conkey', 'k.conrelid')},
                   'definition', pg_get_constraintdef(k.oid)) order by k.conname)
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> $1
     order by c.relname`,
    [OWN],
  );
  return rows;
}

/** Everything that the migrations of the application determine, as comparable lines. */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select format('column %s.%s %s%s default %s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
                   case when a.attnotnull then ' not null' else '' end,
                   coalesce(pg_get_expr(d.adbin, d.adrelid), 'none'),
                   a.attgenerated::text || a.attidentity::text) as line
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0
       and not a.attisdropped
     union all
     select format('constraint %s on %s: %s, valid %s', k.conname, k.conrelid::regclass, pg_get_constraintdef(k.oid),
                   k.convalidated)
     from pg_constraint k where k.connamespace = 'public'::regnamespace
     union all
     select format('index %s, valid %s', pg_get_indexdef(i.indexrelid), i.indisvalid)
     from pg_index i join pg_class c on c.oid = i.indexrelid where c.relnamespace = 'public'::regnamespace
     union all
     select format('view %s: %s', viewname, definition) from pg_views where schemaname = 'public'
     union all
     select format('function %s', pg_get_functiondef(p.oid)) from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind <> 'a'
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union all
     select format('trigger %s', pg_get_triggerdef(t.oid)) from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
     union all
     select format('text search %s %s', c.cfgname, m.mapdict::regdictionary) from pg_ts_config c
     join pg_ts_config_map m on m.mapcfg = c.oid where c.cfgnamespace = 'public'::regnamespace
     union all
     select format('extension %s', extname) from pg_extension
     order by line`,
  );
  return [...new Set(rows.map(({ line }) => line))];
}

const names = (numbers: string, relation: string) =>
  `(select coalesce(jsonb_agg(a.attname order by n.place), '[]')
    from unnest(${numbers}) with ordinality n (attnum, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.attnum)`;

const columnsOf = (which: string, numbers: string, relation: string) =>
  `coalesce((select ${names(numbers, relation)} from pg_constraint k where k.conrelid = c.oid and ${which}), '[]')`;
