import { type ReactNode, useMemo, useState } from 'react';
import { comparison as text } from '../../../messages/review';
import { VisuallyHidden } from '../../../ui/visually-hidden';
import classes from './compare.module.css';
import { diffLineBlocks, type DiffBlock, type DiffRow, type DiffPart } from './line-diff';

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;

function DiffCell({ pieces, kind }: { pieces: DiffPart[] | undefined; kind: 'same' | 'removed' | 'added' }) {
  if (!pieces) return <td className={classes.none} />;
  const Mark = kind === 'removed' ? 'del' : 'ins';
  return (
    <td className={classes.cell} data-kind={kind}>
      {kind !== 'same' && <VisuallyHidden>{text[kind]}</VisuallyHidden>}
      {pieces.map((piece, index) => (piece.isChanged ? <Mark key={index}>{piece.text}</Mark> : piece.text))}
    </td>
  );
}

function DiffTableRow({ row, isChanged }: { row: DiffRow; isChanged: boolean }) {
  return (
    <tr className={classes.row} data-changed={isChanged || undefined}>
      <DiffCell pieces={row.left} kind={isChanged ? 'removed' : 'same'} />
      <DiffCell pieces={row.right} kind={isChanged ? 'added' : 'same'} />
    </tr>
  );
}

function UnchangedRows({ rows }: { rows: DiffRow[] }) {
  return rows.map((row, index) => <DiffTableRow key={index} row={row} isChanged={false} />);
}

/** Unchanged lines, collapsed except for a few lines of context next to the changes. */
function CollapsedBlock({ block, isFirst, isLast }: { block: DiffBlock; isFirst: boolean; isLast: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const head = isFirst ? 0 : CONTEXT_LINES;
  const tail = isLast ? 0 : CONTEXT_LINES;
  const hidden = block.rows.length - head - tail;
  if (isOpen || hidden < 2) return <UnchangedRows rows={block.rows} />;
  return (
    <>
      <UnchangedRows rows={block.rows.slice(0, head)} />
      <tr>
        <td colSpan={2} className={classes.expand}>
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
      <UnchangedRows rows={block.rows.slice(block.rows.length - tail)} />
    </>
  );
}

interface TextDiffProps {
  label: string;
  before: string;
  after: string;
  beforeLabel: ReactNode;
  afterLabel: string;
}

/** Side by side on wide screens, stacked on narrow ones. */
export function TextDiff({ label, before, after, beforeLabel, afterLabel }: TextDiffProps) {
  const blocks = useMemo(() => diffLineBlocks(before, after), [before, after]);
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
              block.rows.map((row, line) => <DiffTableRow key={`${index}.${line}`} row={row} isChanged />)
            ) : (
              <CollapsedBlock key={index} block={block} isFirst={index === 0} isLast={index === blocks.length - 1} />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
