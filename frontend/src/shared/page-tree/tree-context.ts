import { createContext } from 'react';
import type { TreeItem } from './queries';
import type { DropOperation, TreePlace, TreePosition } from './tree-places';

/** A row that takes part in dragging. */
export interface RowData {
  /** Absent for categories. */
  item?: TreeItem;
  position: TreePosition;
}

/** What a tree in which pages can be moved adds to its rows. */
export interface TreeMoving {
  move: (item: TreeItem, from: TreePosition, place: TreePlace) => void;
  /** Makes a row draggable and a target; returns the cleanup. */
  attach: (row: HTMLElement, getData: () => RowData) => () => void;
  /** The row under the dragged page, and where it would be dropped. */
  drop: { id: string; operation: DropOperation } | undefined;
  pendingId: string | undefined;
  /** A page that has been moved and gets the focus back. */
  focusId: string | undefined;
  onFocused: () => void;
}

export interface TreeContextValue {
  currentId: string | undefined;
  /** The pages above the current one, from the top, and itself. */
  currentPath: readonly string[];
  open: ReadonlySet<string>;
  /** The row that the Tab key reaches; undefined for the first one. */
  tabStop: string | undefined;
  setTabStop: (id: string | undefined) => void;
  /** Called when the reader opens a page. */
  onNavigate?: (() => void) | undefined;
  moving?: TreeMoving | undefined;
}

export const TreeContext = createContext<TreeContextValue>({
  currentId: undefined,
  currentPath: [],
  open: new Set(),
  tabStop: undefined,
  setTabStop: () => undefined,
});
