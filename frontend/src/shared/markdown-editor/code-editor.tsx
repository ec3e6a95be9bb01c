import { startCompletion } from '@codemirror/autocomplete';
import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { DelayedReport } from './delayed-report';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { computeReplacement } from '../../lib/text-replacement';
import type { CodeEditorProps, CursorPlace } from './editor';
import classes from './editor.module.css';
import { extensions, getModeExtensions } from './extensions';
import { FileUploads } from './file-uploads';
import { runTool } from './tool-commands';
import { SOURCE_KEYS } from './tools';

const attributes = new Compartment();
const shownMode = new Compartment();

function createAttributes({ id, label, isRequired, isInvalid, describedBy }: Omit<CodeEditorProps, 'ref'>) {
  return EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    ...(isRequired && { 'aria-required': 'true' }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
  });
}

/** Reports the place of the cursor once the editor has scrolled to it, which follows its measuring. */
function measureCursor(view: EditorView, report: (place: CursorPlace) => void): void {
  view.requestMeasure({
    key: measureCursor,
    read: () => undefined,
    write: () => {
      requestAnimationFrame(() => {
        report({
          lineCount: view.state.doc.lines,
          line: view.state.doc.lineAt(view.state.selection.main.head).number,
          measureTop: () => (view.dom.isConnected ? view.coordsAtPos(view.state.selection.main.head)?.top : undefined),
        });
      });
    },
  });
}

export function CodeEditor({ ref, ...props }: CodeEditorProps) {
  const { value, onChange, selectionState, onUploadProgress, onCursorMove } = props;
  const view = useRef<EditorView>(null);
  const uploads = useRef<FileUploads>(null);
  /** The last value reported to the form; any other value was set from outside. */
  const lastNotifiedValue = useRef(value);

  const notifyChange = useEffectEvent((text: string) => {
    lastNotifiedValue.current = text;
    onChange(text);
  });
  const notifyTyping = useEffectEvent((getText: () => string) => {
    props.onTyping?.(getText);
  });
  const notifyUploads = useEffectEvent(onUploadProgress);
  const notifyCursor = useEffectEvent((editor: EditorView) => {
    if (onCursorMove) measureCursor(editor, onCursorMove);
  });
  const toggleMode = useEffectEvent(() => {
    props.onModeToggle();
    return true;
  });
  const initial = useEffectEvent(() => ({ props, selection: selectionState.current }));

  const host = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    if (!host.current) return;
    const { props: first, selection } = initial();
    const createdUploads = new FileUploads(
      (progress) => {
        notifyUploads(progress);
      },
      { isAllowed: first.size !== 'signature' },
    );
    const reported = new DelayedReport((text) => {
      notifyChange(text);
    });
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.value,
        selection: selection ? { anchor: selection.start, head: selection.end } : undefined,
        extensions: [
          attributes.of(createAttributes(first)),
          shownMode.of(getModeExtensions(first.mode)),
          Prec.high(keymap.of([{ key: SOURCE_KEYS, run: () => toggleMode(), preventDefault: true }])),
          extensions({ size: first.size, placeholder: first.placeholder ?? '', uploads: createdUploads }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              const getText = () => created.state.doc.toString();
              if (reported.schedule(update.state.doc.length, getText)) notifyTyping(getText);
            }
            if (update.docChanged || update.selectionSet || update.geometryChanged) notifyCursor(update.view);
          }),
        ],
      }),
    });
    view.current = created;
    uploads.current = createdUploads;
    if (selection?.isFocused) {
      created.focus();
      // For what was typed while the editor loaded.
      if (selection.hasTyped) startCompletion(created);
    }
    return () => {
      reported.destroy();
      view.current = null;
      created.destroy();
    };
  }, []);

  // Before the focus is moved to the end of a text that was inserted from outside.
  useLayoutEffect(() => {
    if (value === lastNotifiedValue.current || !view.current) return;
    lastNotifiedValue.current = value;
    view.current.dispatch({ changes: computeReplacement(view.current.state.doc.toString(), value) });
  }, [value]);

  const { id, label, isRequired, isInvalid, describedBy, mode } = props;
  useEffect(() => {
    view.current?.dispatch({ effects: shownMode.reconfigure(getModeExtensions(mode)) });
  }, [mode]);

  const newAttributes = useEffectEvent(() => createAttributes(props));
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: attributes.reconfigure(newAttributes()) });
  }, [id, label, isRequired, isInvalid, describedBy]);

  useImperativeHandle(ref, () => ({
    focus: () => view.current?.focus(),
    focusEnd: () => {
      view.current?.focus();
      view.current?.dispatch({ selection: { anchor: view.current.state.doc.length }, scrollIntoView: true });
    },
    scrollIntoView: () => view.current?.dom.scrollIntoView({ block: 'center' }),
    runTool: (name) => {
      if (!view.current || !uploads.current) return;
      view.current.focus();
      runTool(name, view.current, uploads.current);
    },
    insertFiles: (files) => {
      if (view.current) uploads.current?.insert(view.current, files);
    },
  }));
  return <div ref={host} className={classes.host} />;
}
