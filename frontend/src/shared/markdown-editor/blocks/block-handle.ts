import type { Extension } from '@codemirror/state';
import { EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { editorBlocks } from '../../../messages/editor-blocks';
import { BLOCK_MENU_KEYS, MOVE_DOWN_KEYS, MOVE_UP_KEYS } from '../tools';
import { createBlockMenu } from './block-menu';
import { type Block, type BlockRange, findBlock, findSiblings, moveBlockBy, moveSelectedBlock } from './block-moves';
import classes from './blocks.module.css';

/** A press that moves less is a click; in pixels. */
const DRAG_DISTANCE = 5;
/** The page scrolls while a block is dragged this near to the edges of the window; in pixels. */
const EDGE = 90;
const SCROLL_STEP = 14;

interface Drag {
  startY: number;
  siblings: readonly BlockRange[];
  /** of the dragged block among them */
  index: number;
  /** Undefined until the pointer has moved. */
  target: number | undefined;
}

function setTop(element: HTMLElement, top: number): void {
  element.style.top = `${top}px`;
}

/** The handle beside the block under the pointer, or beside that of the cursor. Typing hides it. */
class BlockHandle {
  private readonly view: EditorView;
  private readonly button = document.createElement('button');
  private readonly dropLine = document.createElement('div');
  private menu: HTMLElement | undefined;
  private block: Block | undefined;
  private drag: Drag | undefined;

  constructor(view: EditorView) {
    this.view = view;
    const { button, dropLine } = this;
    button.type = 'button';
    button.className = classes.handle ?? '';
    button.tabIndex = -1;
    button.setAttribute('aria-label', editorBlocks.handle);
    button.title = editorBlocks.handle;
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
    dropLine.className = classes.dropLine ?? '';
    button.hidden = dropLine.hidden = true;
    view.dom.append(button, dropLine);
    button.addEventListener('pointerdown', this.press);
    button.addEventListener('pointermove', this.move);
    button.addEventListener('pointerup', this.release);
    button.addEventListener('pointercancel', this.cancel);
    // Screen readers press without a pointer.
    button.addEventListener('click', ({ detail }) => {
      if (detail === 0) this.toggleMenu();
    });
    view.dom.addEventListener('mousemove', this.followPointer);
    view.dom.addEventListener('mouseleave', this.followCursor);
  }

  update({ docChanged, selectionSet, focusChanged, geometryChanged }: ViewUpdate): void {
    if (docChanged) this.hide();
    else if (selectionSet || focusChanged) this.followCursor();
    else if (geometryChanged && this.block) this.show(this.block);
  }

  destroy(): void {
    this.menu?.remove();
    this.button.remove();
    this.dropLine.remove();
    this.view.dom.removeEventListener('mousemove', this.followPointer);
    this.view.dom.removeEventListener('mouseleave', this.followCursor);
    document.removeEventListener('keydown', this.cancelByKey, true);
  }

  /** Opens the menu of the block of the selection. */
  openMenu(): void {
    const { from, to } = this.view.state.selection.main;
    const block = findBlock(this.view.state, from, to);
    if (!block) return;
    this.closeMenu();
    this.block = block;
    const top = this.getTop(block);
    this.button.hidden = false;
    setTop(this.button, top);
    this.toggleMenu();
  }

  private hide(): void {
    this.closeMenu();
    this.block = undefined;
    this.button.hidden = true;
  }

  private getTop({ from }: BlockRange): number {
    return this.toFrame(this.view.lineBlockAt(from).top);
  }

  /** From the distance to the top of the text to that to the top of the editor. */
  private toFrame(height: number): number {
    return height + this.view.documentTop - this.view.dom.getBoundingClientRect().top;
  }

  private show(block: Block | undefined): void {
    if (this.menu || this.drag) return;
    this.view.requestMeasure({
      key: this,
      read: () => block && block.to <= this.view.state.doc.length && this.getTop(block),
      write: (top) => {
        if (this.menu || this.drag) return;
        this.block = block;
        this.button.hidden = typeof top !== 'number';
        if (typeof top === 'number') setTop(this.button, top);
      },
    });
  }

  private readonly followPointer = ({ clientY, buttons, target }: MouseEvent) => {
    if (buttons !== 0 || this.menu || this.drag || this.button.contains(target as Node)) return;
    const line = this.view.lineBlockAtHeight(clientY - this.view.documentTop);
    if (this.block && !this.button.hidden && this.block.kind === 'block') {
      // Still the same one, except for the items of a list.
      if (line.from === this.block.from) return;
    }
    this.show(findBlock(this.view.state, line.from));
  };

  private readonly followCursor = () => {
    const { view } = this;
    this.show(view.hasFocus ? findBlock(view.state, view.state.selection.main.head) : undefined);
  };

  private readonly press = (event: PointerEvent) => {
    if (event.button !== 0 || !this.block) return;
    // Keeps the focus, and with it the keyboard of a phone.
    event.preventDefault();
    this.button.setPointerCapture(event.pointerId);
    const { from } = this.block;
    const siblings = findSiblings(this.view.state, this.block);
    const index = siblings.findIndex((each) => each.from === from);
    this.drag = { startY: event.clientY, siblings, index, target: undefined };
    document.addEventListener('keydown', this.cancelByKey, true);
  };

  private readonly move = ({ clientY }: PointerEvent) => {
    const { drag, view, block } = this;
    if (!drag || !block || drag.index < 0) return;
    if (drag.target === undefined && Math.abs(clientY - drag.startY) < DRAG_DISTANCE) return;
    this.closeMenu();
    if (clientY < EDGE) window.scrollBy(0, -SCROLL_STEP);
    else if (clientY > window.innerHeight - EDGE) window.scrollBy(0, SCROLL_STEP);
    const height = clientY - view.documentTop;
    const { from } = view.lineBlockAtHeight(height);
    const at = Math.max(
      0,
      drag.siblings.findLastIndex((each) => each.from <= from),
    );
    const sibling = drag.siblings[at];
    if (!sibling) return;
    const [top, bottom] = [view.lineBlockAt(sibling.from).top, view.lineBlockAt(sibling.to).bottom];
    const isBelow = height > (top + bottom) / 2;
    drag.target = isBelow ? at + 1 : at;
    this.dropLine.hidden = false;
    setTop(this.dropLine, this.toFrame(isBelow ? bottom : top));
  };

  private readonly release = () => {
    const { drag, view, block } = this;
    this.cancel();
    if (!drag || !block) return;
    if (drag.target === undefined) {
      this.toggleMenu();
      return;
    }
    const count = drag.target > drag.index ? drag.target - drag.index - 1 : drag.target - drag.index;
    const spec = count === 0 ? undefined : moveBlockBy(view.state, block.from, count);
    if (spec) view.dispatch(spec);
    view.focus();
  };

  private readonly cancel = () => {
    this.drag = undefined;
    this.dropLine.hidden = true;
    document.removeEventListener('keydown', this.cancelByKey, true);
  };

  private readonly cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  };

  private toggleMenu(): void {
    if (this.menu || !this.block) {
      this.closeMenu();
      return;
    }
    const menu = createBlockMenu(this.view, this.block, () => {
      this.closeMenu();
    });
    this.menu = menu;
    setTop(menu, this.getTop(this.block) + this.button.offsetHeight);
    this.button.setAttribute('aria-expanded', 'true');
    this.button.after(menu);
    menu.scrollIntoView({ block: 'nearest' });
    menu.querySelector('button')?.focus({ preventScroll: true });
  }

  private closeMenu(): void {
    const { menu } = this;
    this.menu = undefined;
    this.button.setAttribute('aria-expanded', 'false');
    menu?.remove();
  }
}

const handle = ViewPlugin.fromClass(BlockHandle);

function openBlockMenu(view: EditorView): boolean {
  view.plugin(handle)?.openMenu();
  return true;
}

/** Moves the block of the selection by keys. */
export const blockKeys: Extension = keymap.of([
  { key: MOVE_UP_KEYS, run: moveSelectedBlock(-1), preventDefault: true },
  { key: MOVE_DOWN_KEYS, run: moveSelectedBlock(1), preventDefault: true },
]);

/** A handle at the left edge, which drags a block and opens its menu. */
export const blockHandle: Extension = [
  handle,
  keymap.of([{ key: BLOCK_MENU_KEYS, run: openBlockMenu, preventDefault: true }]),
  // The handle is beside the text.
  EditorView.theme({ '&.cm-editor .cm-content': { paddingInlineStart: '1.5rem' } }),
];
