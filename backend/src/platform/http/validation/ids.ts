const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path parameter can be an id at all; what is not leads to 404 without asking the database. */
export const isId = (value: string): boolean => UUID.test(value);
