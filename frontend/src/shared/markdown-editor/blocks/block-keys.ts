/** Moves a block up or down, in CodeMirror's notation. */
export const MOVE_UP_KEYS = 'Alt-ArrowUp';
export const MOVE_DOWN_KEYS = 'Alt-ArrowDown';
/** Opens the menu of a block, in CodeMirror's notation. */
export const BLOCK_MENU_KEYS = 'Mod-Alt-b';
