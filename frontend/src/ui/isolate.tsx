import { Fragment, type ReactNode } from 'react';

/* Private-use characters, which no text of ours contains. */
const START = '\u{E010}';
const END = '\u{E011}';
const PLACEHOLDER = new RegExp(`${START}(\\d+)${END}`, 'u');

type Strings<Values extends unknown[]> = { [Index in keyof Values]: string };

/**
 * A sentence with elements, such as links and times, as its values. So it is one text, whose words each language orders
 * as it needs.
 */
export function insertElements<Elements extends ReactNode[]>(
  template: (...values: Strings<Elements>) => string,
  ...elements: Elements
): ReactNode {
  const placeholders = elements.map((_element, index) => `${START}${index}${END}`) as Strings<Elements>;
  return template(...placeholders)
    .split(PLACEHOLDER)
    .map((part, index) => (
      // Every second part is the index of an element.
      <Fragment key={index}>{index % 2 === 1 ? elements[Number(part)] : part}</Fragment>
    ));
}

/**
 * A sentence with texts of users, such as names and titles. Each is a `<bdi>`, so that a right-to-left text does not
 * reorder the words around it.
 */
export const isolate = <Values extends string[]>(
  template: (...values: Values) => string,
  ...values: Values
): ReactNode =>
  insertElements(
    (...placeholders) => template(...(placeholders as Values)),
    ...values.map((value, index) => <bdi key={index}>{value}</bdi>),
  );
