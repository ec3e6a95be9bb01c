import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconColumnInsertRight,
  IconColumnRemove,
  IconMarkdown,
  IconRowInsertBottom,
  IconRowRemove,
  IconTableMinus,
  type Icon,
} from '@tabler/icons-react';
import type { EditorView } from '@codemirror/view';
import { type KeyboardEvent, useState } from 'react';
import { markdownEditor } from '../../../messages/markdown-editor';
import type { Alignment } from './table';
import { deleteColumn, deleteRow, insertColumn, insertRow, moveColumnRight, setAlignment } from './table-edits';
import { activateCell, deleteTable, editTable, getActiveTable, showTableSource } from './table-commands';
import type { ActiveCell, ShownTable } from './tables-state';
import { moveRow } from './table-view';
import classes from './tables.module.css';

const texts = markdownEditor.table;

interface TableAction {
  name: keyof typeof texts.actions;
  icon: Icon;
  run: (view: EditorView, shown: ShownTable, active: ActiveCell) => void;
  isPossible?: (shown: ShownTable, active: ActiveCell) => boolean;
  alignment?: Alignment;
  startsGroup?: boolean;
}

const align = (name: 'left' | 'center' | 'right', icon: Icon): TableAction => ({
  name,
  icon,
  alignment: name,
  run: (view, shown, active) => {
    const isSet = shown.table.alignments[active.column] === name;
    editTable(view, shown, setAlignment(shown.table, active.column, isSet ? undefined : name), active);
  },
});

const moveColumn = (
  view: EditorView,
  { shown, active, step }: { shown: ShownTable; active: ActiveCell; step: 1 | -1 },
) => {
  const column = active.column + step;
  editTable(view, shown, moveColumnRight(shown.table, Math.min(column, active.column)), { ...active, column });
};

const actions: readonly TableAction[] = [
  {
    name: 'addRow',
    icon: IconRowInsertBottom,
    run: (view, shown, active) => {
      editTable(view, shown, insertRow(shown.table, active.row), { row: active.row + 1, column: 0 });
    },
  },
  {
    name: 'moveRowUp',
    icon: IconArrowUp,
    isPossible: (_shown, { row }) => row > 1,
    run: (view) => moveRow(view, -1),
  },
  {
    name: 'moveRowDown',
    icon: IconArrowDown,
    isPossible: ({ table }, { row }) => row > 0 && row < table.rows.length - 1,
    run: (view) => moveRow(view, 1),
  },
  {
    name: 'deleteRow',
    icon: IconRowRemove,
    isPossible: (_shown, { row }) => row > 0,
    run: (view, shown, active) => {
      const row = Math.min(active.row, shown.table.rows.length - 2);
      editTable(view, shown, deleteRow(shown.table, active.row), { ...active, row });
    },
  },
  {
    name: 'addColumn',
    icon: IconColumnInsertRight,
    startsGroup: true,
    run: (view, shown, active) => {
      const column = active.column + 1;
      editTable(view, shown, insertColumn(shown.table, column), { row: 0, column });
    },
  },
  {
    name: 'moveColumnLeft',
    icon: IconArrowLeft,
    isPossible: (_shown, { column }) => column > 0,
    run: (view, shown, active) => {
      moveColumn(view, { shown, active, step: -1 });
    },
  },
  {
    name: 'moveColumnRight',
    icon: IconArrowRight,
    isPossible: ({ table }, { column }) => column < table.alignments.length - 1,
    run: (view, shown, active) => {
      moveColumn(view, { shown, active, step: 1 });
    },
  },
  {
    name: 'deleteColumn',
    icon: IconColumnRemove,
    isPossible: ({ table }) => table.alignments.length > 1,
    run: (view, shown, active) => {
      const column = Math.min(active.column, shown.table.alignments.length - 2);
      editTable(view, shown, deleteColumn(shown.table, active.column), { ...active, column });
    },
  },
  { ...align('left', IconAlignLeft), startsGroup: true },
  align('center', IconAlignCenter),
  align('right', IconAlignRight),
  { name: 'showSource', icon: IconMarkdown, startsGroup: true, run: showTableSource },
  { name: 'deleteTable', icon: IconTableMinus, run: deleteTable },
];

/** A single tab stop; arrow keys move between the tools, and Escape and Tab return to the cell. */
export function TableToolbar({ view, shown, active }: { view: EditorView; shown: ShownTable; active: ActiveCell }) {
  const [current, setCurrent] = useState(0);

  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      // The cell takes the focus unless a tool has it.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      activateCell(view, shown, active, 'end');
      return;
    }
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (step + actions.length) % actions.length;
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div role="toolbar" aria-label={texts.tools} data-table-tools className={classes.tools} onKeyDown={handleKey}>
      {actions.map(({ name, icon: ActionIcon, run, isPossible, alignment, startsGroup }, index) => {
        const isDisabled = isPossible?.(shown, active) === false;
        return (
          <button
            key={name}
            type="button"
            className={classes.tool}
            data-first={startsGroup || undefined}
            aria-label={texts.actions[name]}
            title={texts.actions[name]}
            aria-disabled={isDisabled || undefined}
            aria-pressed={alignment ? shown.table.alignments[active.column] === alignment : undefined}
            tabIndex={index === current ? 0 : -1}
            // Keeps the focus in the cell, and with it the on-screen keyboard.
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              setCurrent(index);
              const found = getActiveTable(view.state);
              if (found && isPossible?.(found.shown, found.active) !== false) run(view, found.shown, found.active);
            }}
          >
            <ActionIcon size={18} stroke={1.75} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
