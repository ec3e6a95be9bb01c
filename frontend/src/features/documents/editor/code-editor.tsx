import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import classes from './editor.module.css';
import type { SwappedEditorProps } from './editor-props';
import { extensions } from './extensions';
import { Toolbar } from './toolbar';
import { whileUploading } from './pictures';

const attributes = new Compartment();

function attributesOf({ id, label, isInvalid, describedBy }: SwappedEditorProps) {
  return EditorView.contentAttributes.of({
    id,
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-required': 'true',
    ...(isInvalid && { 'aria-invalid': 'true' }),
  });
}

/** The smallest change that makes the one text the other, so that the cursor and what is undone stay where they are. */
function changeBetween(before: string, after: string) {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from++;
  let [end, afterEnd] = [before.length, after.length];
  while (end > from && afterEnd > from && before[end - 1] === after[afterEnd - 1]) {
    end--;
    afterEnd--;
  }
  return { from, to: end, insert: after.slice(from, afterEnd) };
}

export function CodeEditor(props: SwappedEditorProps) {
  const { value, onChange, place, onUploads } = props;
  const view = useRef<EditorView>(null);
  /** What the form was told last; only another value comes from outside. */
  const told = useRef(value);

  const tell = useEffectEvent((text: string) => {
    told.current = text;
    onChange(text);
  });
  const tellUploads = useEffectEvent(onUploads);
  const initial = useEffectEvent(() => ({ props, place: place.current }));

  const getView = useCallback(() => view.current, []);
  const host = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!host.current) return;
    const { props: first, place: from } = initial();
    const created = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.value,
        selection: from ? { anchor: from.start, head: from.end } : undefined,
        extensions: [
          attributes.of(attributesOf(first)),
          extensions(first.placeholder),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) tell(update.state.doc.toString());
          }),
          whileUploading.of((count) => {
            tellUploads(count);
          }),
        ],
      }),
    });
    view.current = created;
    if (from?.isFocused) created.focus();
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    if (value === told.current || !view.current) return;
    told.current = value;
    view.current.dispatch({ changes: changeBetween(view.current.state.doc.toString(), value) });
  }, [value]);

  const { id, label, isInvalid, describedBy } = props;
  const newAttributes = useEffectEvent(() => attributesOf(props));
  useEffect(() => {
    view.current?.dispatch({ effects: attributes.reconfigure(newAttributes()) });
  }, [id, label, isInvalid, describedBy]);

  return (
    <div className={classes.frame} data-invalid={isInvalid || undefined}>
      <Toolbar getView={getView} />
      <div ref={host} className={classes.host} />
    </div>
  );
}
