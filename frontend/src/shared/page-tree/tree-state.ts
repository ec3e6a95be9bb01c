import { useSyncExternalStore } from 'react';

const KEY = 'page_tree';
/** Of the last opened ones. */
const MAX_OPEN = 200;

interface TreeState {
  /** The column beside the text. */
  isHidden: boolean;
  /** Ids of pages and categories whose children are shown. */
  open: readonly string[];
  /** Whether the first categories were opened: afterwards the reader decides what is open. */
  hasOpenedFirst: boolean;
}

const initial: TreeState = { isHidden: false, open: [], hasOpenedFirst: false };

/** Browsers may refuse storage, and others may have written to it. */
function read(): TreeState {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Record<keyof TreeState, unknown>>;
    const open = Array.isArray(stored.open) ? stored.open.filter((id) => typeof id === 'string') : [];
    return { isHidden: stored.isHidden === true, open, hasOpenedFirst: stored.hasOpenedFirst === true };
  } catch {
    return initial;
  }
}

let current: TreeState | undefined;
const listeners = new Set<() => void>();

const getState = (): TreeState => (current ??= read());

function setState(changes: Partial<TreeState>): void {
  current = { ...getState(), ...changes };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // The choice holds until the page is left.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const hideTree = (isHidden: boolean): void => {
  setState({ isHidden });
};

export function openNodes(ids: readonly string[]): void {
  const { open } = getState();
  if (ids.every((id) => open.includes(id))) return;
  setState({ open: [...open.filter((id) => !ids.includes(id)), ...ids].slice(-MAX_OPEN) });
}

/** Opens the categories that a reader sees first, once; `isChosen`: each time, because the reader chose a category. */
export function openFirstNodes(ids: readonly string[], isChosen: boolean): void {
  if (isChosen || !getState().hasOpenedFirst) openNodes(ids);
  if (!isChosen && !getState().hasOpenedFirst) setState({ hasOpenedFirst: true });
}

export function closeNode(id: string): void {
  setState({ open: getState().open.filter((other) => other !== id) });
}

/** Which nodes are open, and whether the tree beside the text is hidden; kept in this browser. */
export const useTreeState = (): TreeState => useSyncExternalStore(subscribe, getState, () => initial);
