/** Makes a value of what stands in the address, or nothing. The router has read numbers and `true` as such already. */
type Reader<Value> = (raw: unknown) => Value | undefined;

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const anId: Reader<string> = (raw) => (typeof raw === 'string' && ID.test(raw) ? raw : undefined);

/** What somebody typed may look like a number. */
export const aText: Reader<string> = (raw) =>
  ['string', 'number', 'boolean'].includes(typeof raw) ? String(raw) : undefined;

export function oneOf<const Value extends string>(values: readonly Value[]): Reader<Value> {
  return (raw) => values.find((value) => value === raw);
}

/** A whole number within bounds, both included. */
export function aNumber(min: number, max = Number.MAX_SAFE_INTEGER): Reader<number> {
  return (raw) => (typeof raw === 'number' && Number.isInteger(raw) && raw >= min && raw <= max ? raw : undefined);
}

type Search<Readers> = { [Name in keyof Readers]?: Readers[Name] extends Reader<infer Value> ? Value : never };

/** What an address may say, by name; anything else it says is ignored. */
export function readSearch<Readers extends Record<string, Reader<unknown>>>(readers: Readers) {
  return (raw: Record<string, unknown>): Search<Readers> =>
    Object.fromEntries(Object.entries(readers).map(([name, read]) => [name, read(raw[name])])) as Search<Readers>;
}
