import type { ToolName } from './tools';

/** What forms do with an editor, whether or not CodeMirror is loaded in it. */
export interface EditorHandle {
  focus: () => void;
  /** Moves the focus into the text, behind its end. */
  focusEnd: () => void;
  scrollIntoView: () => void;
}

/** What only CodeMirror does. */
export interface CodeEditorHandle extends EditorHandle {
  runTool: (name: ToolName) => void;
  insertFiles: (files: readonly File[]) => void;
}
