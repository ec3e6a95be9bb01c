import { useEffect, useRef, useState, type ComponentType } from 'react';
import type { EditorProps, Place, SwappedEditorProps } from './editor-props';
import { PlainEditor } from './plain-editor';

let loaded: ComponentType<SwappedEditorProps> | undefined;

/** Calls back between two words of an input method: swapping the field inside one would lose it. */
function whenNotComposing(isComposing: () => boolean, act: () => void): void {
  if (isComposing()) document.addEventListener('compositionend', act, { once: true });
  else act();
}

/** A plain field at once, and the real editor in its place as soon as it is there. If it never comes, one can still write. */
export function Editor(props: EditorProps) {
  const [Code, setCode] = useState(() => loaded);
  const place = useRef<Place>(null);
  const isComposing = useRef(false);

  useEffect(() => {
    if (loaded) return;
    let wanted = true;
    import('./code-editor').then(
      ({ CodeEditor }) => {
        loaded = CodeEditor;
        const swap = () => {
          if (wanted) setCode(() => CodeEditor);
        };
        whenNotComposing(() => isComposing.current, swap);
      },
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, []);

  return Code ? (
    <Code {...props} place={place} />
  ) : (
    <PlainEditor
      {...props}
      place={place}
      onComposing={(composing) => {
        isComposing.current = composing;
      }}
    />
  );
}
