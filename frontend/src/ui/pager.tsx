import { userTexts } from '../messages/en-users';
import { Button } from './button';
import classes from './pager.module.css';

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

const text = userTexts.pager;

export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const from = (page - 1) * pageSize + 1;
  const to = Math.min(page * pageSize, total);
  return (
    <nav aria-label={text.label} className={classes.pager}>
      <p className={classes.range}>{text.range(from, to, total)}</p>
      {total > pageSize && (
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={page <= 1}
            onClick={() => {
              onPage(page - 1);
            }}
          >
            {text.previous}
          </Button>
          <Button
            variant="default"
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
