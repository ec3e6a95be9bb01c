import { readdirSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { Migration } from '@mikro-orm/migrations';
import { findBreakingStatements } from './support/breaking-statements.js';

/* Expand and contract (docs/decisions/0039): instances of the version before work on the schema of a migration. */

/** The last migration from before the rule. It never changes. */
const LAST_UNCHECKED = 'Migration20261124060100_api_tokens';

const folder = join(import.meta.dirname, '../migrations');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => parse(file).name)
  .sort();
const checked = names.filter((name) => name > LAST_UNCHECKED);
const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');

/** A migration; one that removes what an earlier release used names that release. */
type CheckedMigration = Migration & { contractAfter?: string };

async function load(name: string): Promise<CheckedMigration> {
  const module = (await import(pathToFileURL(join(folder, `${name}.ts`)).href)) as Record<
    string,
    new (...args: unknown[]) => CheckedMigration
  >;
  const Class = module[name];
  if (!Class) throw new Error(`${name}.ts does not export a class of its name.`);
  return new Class({ execute: () => Promise.reject(new Error('Use addSql, so that the statements can be checked.')) });
}

async function readSql(migration: Migration): Promise<string> {
  await migration.up();
  return migration
    .getQueries()
    .map((query) => {
      if (typeof query !== 'string') throw new TypeError('Migrations are SQL.');
      return `${query.trim().replace(/;$/, '')};`;
    })
    .join('\n');
}

const isReleased = (version: string) => changelog.includes(`\n## [${version}]`);

test('migrations from before the rule are known by name', () => {
  expect(names).toContain(LAST_UNCHECKED);
  expect(names.indexOf(LAST_UNCHECKED)).toBe(41);
});

test.each(checked)('%s lets instances of the version before work', async (name) => {
  const migration = await load(name);
  const found = await findBreakingStatements(await readSql(migration));
  const { contractAfter } = migration;
  if (contractAfter === undefined) {
    // Expand now; contract in a later release, with `readonly contractAfter = 'VERSION'` (CONTRIBUTING.md).
    expect(found).toEqual([]);
  } else {
    expect(found).not.toEqual([]);
    expect([contractAfter, isReleased(contractAfter)]).toEqual([contractAfter, true]);
  }
});

describe('statements that break the version before', () => {
  test.each([
    ['alter table documents drop column content', 'drops the column documents.content'],
    ['alter table documents rename column content to text', 'renames documents.content'],
    ['alter table documents rename to texts', 'renames documents'],
    ['drop table if exists documents', 'drops documents'],
    ['drop view people', 'drops people'],
    ['drop function word_count(text)', 'drops word_count'],
    ['alter table documents alter column content set not null', 'refuses nulls in documents.content'],
    ['alter table documents alter column content type jsonb using null', 'changes the type of documents.content'],
    [
      'alter table documents alter column version drop default',
      'drops the default of documents.version, which inserts rely on',
    ],
    [
      'alter table documents add column words int not null',
      'adds documents.words, which is required, without a default',
    ],
    [
      'alter table documents add constraint short check (length(content) < 9)',
      'adds the constraint short to columns of documents that exist',
    ],
    [
      'alter table documents add constraint one unique (content)',
      'adds the constraint one to columns of documents that exist',
    ],
    [
      'alter table documents add column words int, add constraint short check (words > 0 or content is null)',
      'adds the constraint short to columns of documents that exist',
    ],
    [
      'create unique index one_content on documents (lower(content))',
      'adds the unique index one_content to columns of documents that exist',
    ],
    [
      'create table notes (document_id uuid not null references documents)',
      'refuses to delete rows of documents that notes refers to',
    ],
    [
      'create table notes (d uuid, foreign key (d) references documents on delete restrict)',
      'refuses to delete rows of documents that notes refers to',
    ],
    [
      'alter table documents add column of uuid references users',
      'refuses to delete rows of users that documents refers to',
    ],
    ['truncate documents', 'truncates tables'],
    [`alter type state rename value 'a' to 'b'`, 'renames a value of an enum'],
    ['do $$ begin perform 1; end $$', 'runs a block of PL/pgSQL, which cannot be checked'],
  ])('%s', async (sql, reason) => {
    expect(await findBreakingStatements(sql)).toEqual([reason]);
  });
});

describe('statements that do not', () => {
  test.each([
    'alter table documents add column words int null',
    'alter table documents add column words int not null default 0 check (words >= 0)',
    'alter table documents add column words int not null generated always as (length(content)) stored',
    'alter table documents add column words int, add constraint positive check (words > 0)',
    'alter table documents add column words int; create unique index on documents (words)',
    'alter table documents alter column content drop not null, alter column version set default 1',
    'alter table documents drop constraint short',
    'create index on documents (content); drop index documents_content',
    'create table notes (d uuid not null references documents on delete cascade, t text not null unique)',
    'create table notes (id uuid primary key); create table parts (n uuid not null references notes)',
    'create table notes (a int); alter table notes rename a to b; create unique index on notes (b); drop table notes',
    `update documents set version = 1; insert into settings (key) values ('a'); delete from documents`,
    'drop view people; create view people as select id, name from users',
    'create or replace view people as select id, name, bio from users',
    'alter index documents_content rename to documents_text',
  ])('%s', async (sql) => {
    expect(await findBreakingStatements(sql)).toEqual([]);
  });
});
