import type { ReactNode } from 'react';
import { messages } from '../messages/en';
import classes from './table.module.css';
import { VisuallyHidden } from './visually-hidden';

interface TableProps {
  columns: readonly string[];
  /** Whether the last column contains actions; its header is visually hidden. */
  hasActions?: boolean;
  /**
   * The rows. Each cell has its column in `data-label`; the cell that names the row has `data-main`, the last one
   * `data-actions`; `data-stacked` marks a cell that needs the full width of a card.
   */
  children: ReactNode;
}

/** A table on wide screens; on narrow ones each row is a card whose cells show their own labels. */
export function Table({ columns, hasActions = true, children }: TableProps) {
  return (
    <table className={classes.table}>
      <thead className={classes.head}>
        <tr>
          {columns.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
          {hasActions && (
            <th scope="col">
              <VisuallyHidden>{messages.common.actions}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
