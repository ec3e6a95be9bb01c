import { type ComponentProps, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { EditorImplementationProps } from './editor';
import type { EditorHandle } from './editor-handle';
import classes from './editor.module.css';

type PlainEditorProps = Omit<EditorImplementationProps, 'onCursorMove'> &
  Pick<ComponentProps<'textarea'>, 'onFocus' | 'onPaste' | 'onDragOver' | 'onDrop'> & {
    ref: Ref<EditorHandle>;
    onComposing: (composing: boolean) => void;
  };

export function PlainEditor(props: PlainEditorProps) {
  const { ref, id, value, label, placeholder, isRequired, isInvalid, describedBy, selectionState } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    focusEnd: () => {
      const end = field.current?.value.length ?? 0;
      field.current?.focus();
      field.current?.setSelectionRange(end, end);
    },
    scrollIntoView: () => field.current?.scrollIntoView({ block: 'center' }),
  }));

  useLayoutEffect(() => {
    const element = field.current;
    const initialText = element?.value;
    return () => {
      if (!element) return;
      const { selectionStart: start, selectionEnd: end } = element;
      selectionState.current = {
        start,
        end,
        isFocused: document.activeElement === element,
        hasTyped: element.value !== initialText,
      };
    };
  }, [selectionState]);

  return (
    <textarea
      ref={field}
      id={id}
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={describedBy}
      aria-required={isRequired}
      spellCheck
      className={classes.plain}
      placeholder={placeholder}
      value={value}
      onFocus={props.onFocus}
      onPaste={props.onPaste}
      onDragOver={props.onDragOver}
      onDrop={props.onDrop}
      onCompositionStart={() => {
        props.onComposing(true);
      }}
      onCompositionEnd={() => {
        props.onComposing(false);
      }}
      onChange={(event) => {
        props.onChange(event.currentTarget.value);
      }}
    />
  );
}
