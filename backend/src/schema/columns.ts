import { defineEntity, p } from '@mikro-orm/core';
import type { ColumnType } from 'kysely';

/** Keys are called `<table>_<column>_foreign` and checked at once, unless a transaction defers them. */
const referenced = defineEntity({ name: 'referenced', properties: { id: p.uuid().primary() } });
const reference = (table: unknown) =>
  p
    .manyToOne(table as typeof referenced)
    .updateRule('no action')
    .deferMode('immediate');

/** A row goes with the one that it refers to. */
export const cascade = (table: unknown) => reference(table).deleteRule('cascade');
/** A row keeps the one that it refers to from being deleted. */
export const restrict = (table: unknown) => reference(table).deleteRule('restrict');
export const setNull = (table: unknown) => reference(table).deleteRule('set null');
export const noAction = (table: unknown) => reference(table).deleteRule('no action');

/** Read as text; PostgreSQL reads numbers as well. */
export const bigint = () => p.bigint('string').$type<ColumnType<string, number | string, number | string>>();

/** A day; the driver reads it as midnight of the server's time zone. */
export const date = () => p.date().$type<ColumnType<Date, string, string>>();

/** The name of erased users. */
export const FORMER_MEMBER = 'Former member';
