import type { StateCommand, TransactionSpec } from '@codemirror/state';
import { type EditorView, WidgetType } from '@codemirror/view';
import { messages } from '../../../messages/common';
import classes from './rich.module.css';

const TASK = /^[\s>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(?=[ xX]\])/;

/** The change that marks the task of a line as done or open. */
function toggleTaskOf(line: { from: number; text: string }): TransactionSpec['changes'] {
  const mark = TASK.exec(line.text)?.[0];
  if (mark === undefined) return [];
  const at = line.from + mark.length;
  return { from: at, to: at + 1, insert: line.text[mark.length] === ' ' ? 'x' : ' ' };
}

/** Marks the tasks of the selected lines as done, or as open again. */
export const toggleTasks: StateCommand = ({ state, dispatch }) => {
  const { from, to } = state.selection.main;
  const changes: TransactionSpec['changes'][] = [];
  for (let { number } = state.doc.lineAt(from); number <= state.doc.lineAt(to).number; number++)
    changes.push(toggleTaskOf(state.doc.line(number)));
  const update = state.update({ changes: changes.filter((each) => each !== undefined), userEvent: 'input.format' });
  if (update.changes.empty) return false;
  dispatch(update);
  return true;
};

/** A checkbox in place of the marks of a task. */
export class TaskWidget extends WidgetType {
  readonly isDone: boolean;

  constructor(isDone: boolean) {
    super();
    this.isDone = isDone;
  }

  override eq(other: TaskWidget): boolean {
    return other.isDone === this.isDone;
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('span');
    frame.className = classes.taskMark ?? '';
    const box = frame.appendChild(document.createElement('input'));
    box.type = 'checkbox';
    box.checked = this.isDone;
    box.tabIndex = -1;
    box.setAttribute('aria-label', this.isDone ? messages.markdown.done : messages.markdown.open);
    // The focus stays in the text.
    box.addEventListener('mousedown', (event) => {
      event.preventDefault();
    });
    box.addEventListener('click', (event) => {
      event.preventDefault();
      const changes = toggleTaskOf(view.state.doc.lineAt(view.posAtDOM(frame)));
      view.dispatch({ ...(changes && { changes }), userEvent: 'input.format' });
    });
    return frame;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}
