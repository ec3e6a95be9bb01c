import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Search params are plain text in addresses. By default the router reads and writes them as JSON, which puts quotes
 * around texts that look like numbers.
 */
export const parseSearch = parseSearchWith((text) => text);
export const stringifySearch = stringifySearchWith(String);

/** Converts a search param, or returns undefined. The router has already parsed numbers and booleans. */
type ParamParser<Value> = (raw: unknown) => Value | undefined;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const idParam: ParamParser<string> = (raw) => (typeof raw === 'string' && ID.test(raw) ? raw : undefined);

/** Text input may look like a number or boolean. */
export const textParam: ParamParser<string> = (raw) =>
  ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined;

export function enumParam<const Value extends string>(values: readonly Value[]): ParamParser<Value> {
  return (raw) => values.find((value) => value === raw);
}

/** An integer within bounds, both inclusive. */
export function integerParam(min: number, max = Number.MAX_SAFE_INTEGER): ParamParser<number> {
  return (raw) => (typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max ? raw : undefined);
}

type ParsedSearch<Readers> = {
  [Name in keyof Readers]?: Readers[Name] extends ParamParser<infer Value> ? Value : never;
};

/** Creates a parser of named search params; unknown or invalid ones are ignored. */
export function createSearchParser<Readers extends Record<string, ParamParser<unknown>>>(readers: Readers) {
  return (raw: Record<string, unknown>): ParsedSearch<Readers> =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(raw[name])])) as ParsedSearch<Readers>;
}
