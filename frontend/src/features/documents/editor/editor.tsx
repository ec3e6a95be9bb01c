import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { EditorProps, EditorSelectionState, EditorImplementationProps } from './editor-props';
import { PlainEditor } from './plain-editor';

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
  const place = useRef<EditorSelectionState>(null);
  const isComposing = useRef(false);

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
    <Code {...props} selectionState={place} />
  ) : (
    <PlainEditor
      {...props}
      selectionState={place}
      onComposing={(composing) => {
        isComposing.current = composing;
      }}
    />
  );
}
