import type { ReactNode } from 'react';
import { messages } from '../messages/en';
import classes from './table.module.css';
import { VisuallyHidden } from './visually-hidden';

interface TableProps {
  columns: readonly string[];
  /** Whether the rows end with acts; their column has no visible name. */
  acts?: boolean;
  /**
   * The rows; each cell names its column in `data-label`, the one that names the row has `data-main`, the last `data-acts`;
   * `data-stacked` is for what needs the width of a card.
   */
  children: ReactNode;
}

/** A table on wide screens, a card for each row on narrow ones; the cells then bring their own labels. */
export function Table({ columns, acts = true, children }: TableProps) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          {acts && (
            <th scope="col">
              <VisuallyHidden>{messages.common.acts}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
