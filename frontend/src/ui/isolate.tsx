import { Fragment, type ReactNode } from 'react';

/* Private-use characters, which no text of ours contains. */
const START = '\u{E010}';
const END = '\u{E011}';
const PLACEHOLDER = new RegExp(`${START}(\\d+)${END}`, 'u');

/**
 * A sentence with texts of users, such as names and titles. Each is a `<bdi>`, so that a right-to-left text does not
 * reorder the words around it.
 */
export function isolate<Values extends string[]>(
  template: (...values: Values) => string,
  ...values: Values
): ReactNode {
  const placeholders = values.map((_value, index) => `${START}${index}${END}`) as Values;
  return template(...placeholders)
    .split(PLACEHOLDER)
    .map((part, index) => (
      // Every second part is the index of a value.
      <Fragment key={index}>{index % 2 === 1 ? <bdi>{values[Number(part)]}</bdi> : part}</Fragment>
    ));
}
