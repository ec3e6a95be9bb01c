import { Compartment, EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { ImageUploads } from './image-uploads';
import { computeReplacement } from '../../lib/text-replacement';
import { runTool } from './tool-commands';
import { Toolbar } from './toolbar';
import { documentTools, SOURCE_KEYS, type ToolName } from './tools';
import classes from './editor.module.css';
import type { CursorPlace, EditorImplementationProps } from './editor';
import { extensions, getModeExtensions } from './extensions';

const attributes = new Compartment();
const shownMode = new Compartment();

function createAttributes({ id, label, isInvalid, describedBy }: EditorImplementationProps) {
  return EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-required': 'true',
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

export function CodeEditor(props: EditorImplementationProps) {
  const { value, onChange, selectionState, onUploadCountChange, onCursorMove } = props;
  const view = useRef<EditorView>(null);
  const uploads = useRef<ImageUploads>(null);
  /** The last value reported to the form; any other value was set from outside. */
  const lastNotifiedValue = useRef(value);

  const notifyChange = useEffectEvent((text: string) => {
    lastNotifiedValue.current = text;
    onChange(text);
  });
  const notifyUploads = useEffectEvent(onUploadCountChange);
  const notifyCursor = useEffectEvent(onCursorMove);
  const toggle = useEffectEvent(() => {
    props.onModeToggle();
    return true;
  });
  const initial = useEffectEvent(() => ({ props, selection: selectionState.current }));

  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!host.current) return;
    const { props: first, selection } = initial();
    const createdUploads = new ImageUploads(({ count }) => {
      notifyUploads(count);
    });
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.value,
        selection: selection ? { anchor: selection.start, head: selection.end } : undefined,
        extensions: [
          attributes.of(createAttributes(first)),
          shownMode.of(getModeExtensions(first.mode)),
          extensions(first.placeholder, createdUploads),
          Prec.high(keymap.of([{ key: SOURCE_KEYS, run: () => toggle(), preventDefault: true }])),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) notifyChange(update.state.doc.toString());
            if (update.docChanged || update.selectionSet || update.geometryChanged)
              measureCursor(update.view, notifyCursor);
          }),
        ],
      }),
    });
    view.current = created;
    uploads.current = createdUploads;
    if (selection?.isFocused) created.focus();
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    if (value === lastNotifiedValue.current || !view.current) return;
    lastNotifiedValue.current = value;
    view.current.dispatch({ changes: computeReplacement(view.current.state.doc.toString(), value) });
  }, [value]);

  const { id, label, isInvalid, describedBy, mode } = props;
  useEffect(() => {
    view.current?.dispatch({ effects: shownMode.reconfigure(getModeExtensions(mode)) });
  }, [mode]);

  const newAttributes = useEffectEvent(() => createAttributes(props));
  useEffect(() => {
    view.current?.dispatch({ effects: attributes.reconfigure(newAttributes()) });
  }, [id, label, isInvalid, describedBy]);

  const run = (name: ToolName) => {
    if (!view.current || !uploads.current) return;
    runTool(name, view.current, uploads.current);
    view.current.focus();
  };
  return (
    <div className={classes.frame} data-editor data-invalid={isInvalid || undefined}>
      <Toolbar
        tools={documentTools}
        className={classes.toolbar}
        onRun={run}
        isSource={mode === 'source'}
        onSourceToggle={() => {
          props.onModeToggle();
          view.current?.focus();
        }}
      />
      <div ref={host} className={classes.host} />
    </div>
  );
}
