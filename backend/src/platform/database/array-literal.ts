import utils from 'pg/lib/utils.js';

/** The literal of a PostgreSQL array, as the driver writes it: each element is quoted, so that null is a word. */
export const toArrayLiteral = (values: readonly unknown[]): string => String(utils.prepareValue(values));
