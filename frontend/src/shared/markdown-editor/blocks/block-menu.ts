import type { TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { editorBlocks as text } from '../../../messages/editor-blocks';
import { type Block, canChangeLook, changeBlockLook, deleteBlock, duplicateBlock, moveBlock } from './block-moves';
import classes from './blocks.module.css';

interface BlockAction {
  name: keyof typeof text.actions;
  /** Undefined if it is not possible. */
  apply: (view: EditorView, block: Block) => TransactionSpec | undefined;
}

const changeLook = (name: 'heading' | 'list' | 'quote' | 'text'): BlockAction => ({
  name,
  apply: ({ state }, block) => (canChangeLook(state, block) ? changeBlockLook(state, block, name) : undefined),
});

const actions: readonly BlockAction[] = [
  { name: 'moveUp', apply: ({ state }, block) => moveBlock(state, block, -1) },
  { name: 'moveDown', apply: ({ state }, block) => moveBlock(state, block, 1) },
  { name: 'duplicate', apply: ({ state }, block) => duplicateBlock(state, block) },
  changeLook('heading'),
  changeLook('list'),
  changeLook('quote'),
  changeLook('text'),
  { name: 'delete', apply: (_view, block) => deleteBlock(block) },
];

/**
 * The menu of a block.
 * @param onClose called once the menu is closed
 */
export function createBlockMenu(view: EditorView, block: Block, onClose: () => void): HTMLElement {
  const menu = document.createElement('div');
  menu.className = classes.menu ?? '';
  menu.setAttribute('role', 'menu');
  menu.setAttribute('aria-label', text.menu);
  let isOpen = true;
  const close = (shouldFocus: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    onClose();
    if (shouldFocus) view.focus();
  };
  for (const { name, apply } of actions) {
    if (!apply(view, block)) continue;
    const item = menu.appendChild(document.createElement('button'));
    item.type = 'button';
    item.tabIndex = -1;
    item.setAttribute('role', 'menuitem');
    item.textContent = text.actions[name];
    item.addEventListener('click', () => {
      close(true);
      // The selection goes along with the block.
      const { main } = view.state.selection;
      if (main.from < block.from || main.to > block.to) view.dispatch({ selection: { anchor: block.from } });
      const spec = apply(view, block);
      if (spec) view.dispatch(spec);
    });
  }
  menu.addEventListener('keydown', (event) => {
    const items = [...menu.querySelectorAll('button')];
    const current = items.findIndex((item) => item === document.activeElement);
    const places: Record<string, number> = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: -1 };
    const place = places[event.key];
    if (place !== undefined) items.at(place % items.length)?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) close(false);
  });
  return menu;
}
