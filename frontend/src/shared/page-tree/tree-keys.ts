import { closeNode, openNodes } from './tree-state';

const ROW = '[role="treeitem"]';

/** The row above a row in the hierarchy. */
const findParent = (row: Element): HTMLElement | null | undefined =>
  row.closest('[role="group"]')?.parentElement?.querySelector<HTMLElement>(`:scope > ${ROW}`);

function findNext(key: string, rows: readonly HTMLElement[], row: HTMLElement): HTMLElement | null | undefined {
  const index = rows.indexOf(row);
  switch (key) {
    case 'ArrowDown':
      return rows[index + 1];
    case 'ArrowUp':
      return rows[index - 1];
    case 'Home':
      return rows[0];
    case 'End':
      return rows.at(-1);
    case 'ArrowRight': {
      const next = rows[index + 1];
      return next && findParent(next) === row ? next : undefined;
    }
    case 'ArrowLeft':
      return findParent(row);
    default:
      return undefined;
  }
}

/**
 * The keys of trees (https://www.w3.org/WAI/ARIA/apg/patterns/treeview/), except for typed letters, which are
 * shortcuts of the page. Only rows that are shown are in the document.
 * @returns whether the key is one of them
 */
export function handleTreeKey(key: string, tree: HTMLElement, target: EventTarget | null): boolean {
  const row = target instanceof Element ? target.closest<HTMLElement>(ROW) : null;
  if (!row) return false;
  const { id } = row.dataset;
  const isOpen = row.getAttribute('aria-expanded');
  if (key === ' ') {
    row.click();
    return true;
  }
  if (id !== undefined && key === 'ArrowRight' && isOpen === 'false') {
    openNodes([id]);
    return true;
  }
  if (id !== undefined && key === 'ArrowLeft' && isOpen === 'true') {
    closeNode(id);
    return true;
  }
  if (!['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return false;
  findNext(key, [...tree.querySelectorAll<HTMLElement>(ROW)], row)?.focus();
  return true;
}
