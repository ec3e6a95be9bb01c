import { useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import { type EditorMode, useEditorMode } from './editor-mode';
import { PlainEditor } from './plain-editor';

/** Selection and focus, handed from the plain field to the editor that replaces it. */
interface EditorSelectionState {
  start: number;
  end: number;
  isFocused: boolean;
}

export interface CursorPlace {
  /** from 1 */
  line: number;
  lineCount: number;
  /** The distance from the top of the window in pixels; undefined while the cursor's line is not rendered. */
  measureTop: () => number | undefined;
}

interface EditorProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder: string;
  isInvalid: boolean;
  describedBy: string;
  /** Reports the number of uploads in progress; until they finish, the text contains placeholders. */
  onUploadCountChange: (count: number) => void;
  /** Called when the cursor has moved. */
  onCursorMove: (place: CursorPlace) => void;
}

export interface EditorImplementationProps extends EditorProps {
  selectionState: RefObject<EditorSelectionState | null>;
  mode: EditorMode;
  onModeToggle: () => void;
}

let loadedEditor: ComponentType<EditorImplementationProps> | undefined;

/** Defers the callback until an IME composition ends: replacing the field during one would lose its input. */
function whenNotComposing(isComposing: () => boolean, callback: () => void): void {
  if (isComposing()) document.addEventListener('compositionend', callback, { once: true });
  else callback();
}

/**
 * Starts as a plain text field and is replaced by CodeMirror once that is loaded. If loading fails, the plain field
 * remains.
 */
export function Editor(props: EditorProps) {
  const [Code, setCode] = useState(() => loadedEditor);
  const selectionState = useRef<EditorSelectionState>(null);
  const isComposing = useRef(false);
  const { mode, toggleMode } = useEditorMode();
  const common = { ...props, selectionState, mode, onModeToggle: toggleMode };

  useEffect(() => {
    if (loadedEditor) return;
    let isActive = true;
    import('./code-editor').then(
      ({ CodeEditor }) => {
        loadedEditor = CodeEditor;
        const swap = () => {
          if (isActive) setCode(() => CodeEditor);
        };
        whenNotComposing(() => isComposing.current, swap);
      },
      () => undefined,
    );
    return () => {
      isActive = false;
    };
  }, []);

  return Code ? (
    <Code {...common} />
  ) : (
    <PlainEditor
      {...common}
      onComposing={(composing) => {
        isComposing.current = composing;
      }}
    />
  );
}
