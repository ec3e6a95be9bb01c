import type { ReactNode } from 'react';
import { messages } from '../messages/common';
import { userTexts } from '../messages/users';
import { Button } from './button';
import { VisuallyHidden } from './visually-hidden';
import classes from './table.module.css';

const text = userTexts.pager;

interface TableProps {
  columns: readonly string[];
  /**
   * The header of a first column with checkboxes, whose cells have `data-select`. `selectAllCard` is the same checkbox
   * with a visible label, above the cards of narrow screens; CSS displays one of the two.
   */
  selectAll?: ReactNode;
  selectAllCard?: ReactNode;
  /** Whether the last column contains actions; its header is visually hidden. */
  hasActions?: boolean;
  /**
   * The rows. Each cell has its column in `data-label`; the cell that names the row has `data-main`, the last one
   * `data-actions`; `data-stacked` marks a cell that needs the full width of a card.
   */
  children: ReactNode;
}

/** A table on wide screens; on narrow ones each row is a card whose cells show their own labels. */
export function Table({ columns, selectAll, selectAllCard, hasActions = true, children }: TableProps) {
  return (
    <>
      {selectAllCard && <div className={classes.cardSelectAll}>{selectAllCard}</div>}
      <table className={classes.table}>
        <thead className={classes.head}>
          <tr>
            {selectAll && (
              <th scope="col" className={classes.headSelectAll}>
                {selectAll}
              </th>
            )}
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
    </>
  );
}

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav aria-label={text.label} className={classes.pager}>
      <p className={classes.range}>{text.range({ from, to, total })}</p>
      {total > pageSize && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            isRepeatable
            disabled={page <= 1}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            {text.previous}
          </Button>
          <Button
            variant="default"
            isRepeatable
            disabled={to >= total}
            onClick={() => {
              onPage(page + 1);
            }}
          >
            {text.next}
          </Button>
        </div>
      )}
    </nav>
  );
}
