import { useMemo, useState } from 'react';
import { writing } from '../../../messages/en-writing';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './compare.module.css';
import { compareLines, type DiffBlock, type DiffRow, type Piece } from './line-diff';

const text = writing.compare;

/** How many unchanged lines stand around a change, to recognise the place by. */
const CONTEXT = 3;

function Side({ pieces, kind }: { pieces: Piece[] | undefined; kind: 'same' | 'removed' | 'added' }) {
  if (!pieces) return <td className={classes.none} />;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <td className={classes.cell} data-kind={kind}>
      {kind !== 'same' && <VisuallyHidden>{text[kind]}</VisuallyHidden>}
      {pieces.map((piece, index) => (piece.isChanged ? <Mark key={index}>{piece.text}</Mark> : piece.text))}
    </td>
  );
}

function Row({ row, isChanged }: { row: DiffRow; isChanged: boolean }) {
  return (
    <tr className={classes.row} data-changed={isChanged || undefined}>
      <Side pieces={row.left} kind={isChanged ? 'removed' : 'same'} />
      <Side pieces={row.right} kind={isChanged ? 'added' : 'same'} />
    </tr>
  );
}

function SameRows({ rows }: { rows: DiffRow[] }) {
  return rows.map((row, index) => <Row key={index} row={row} isChanged={false} />);
}

/** What did not change is folded away but for a few lines around the changes. */
function Unchanged({ block, isFirst, isLast }: { block: DiffBlock; isFirst: boolean; isLast: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const head = isFirst ? 0 : CONTEXT;
  const tail = isLast ? 0 : CONTEXT;
  const hidden = block.rows.length - head - tail;
  if (isOpen || hidden < 2) return <SameRows rows={block.rows} />;
  return (
    <>
      <SameRows rows={block.rows.slice(0, head)} />
      <tr>
        <td colSpan={2} className={classes.fold}>
          <button
            type="button"
            onClick={() => {
              setOpen(true);
            }}
          >
            {text.unchanged(hidden)}
          </button>
        </td>
      </tr>
      <SameRows rows={block.rows.slice(block.rows.length - tail)} />
    </>
  );
}

interface TextDiffProps {
  label: string;
  before: string;
  after: string;
  beforeLabel: string;
  afterLabel: string;
}

/** Side by side where there is room, otherwise one under the other. */
export function TextDiff({ label, before, after, beforeLabel, afterLabel }: TextDiffProps) {
  const blocks = useMemo(() => compareLines(before, after), [before, after]);
  return (
    <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.diff}>
        <thead>
          <tr className={classes.row}>
            <th scope="col">{beforeLabel}</th>
            <th scope="col">{afterLabel}</th>
          </tr>
        </thead>
        <tbody>
          {blocks.map((block, index) =>
            block.isChanged ? (
              block.rows.map((row, line) => <Row key={`${index}.${line}`} row={row} isChanged />)
            ) : (
              <Unchanged key={index} block={block} isFirst={index === 0} isLast={index === blocks.length - 1} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
