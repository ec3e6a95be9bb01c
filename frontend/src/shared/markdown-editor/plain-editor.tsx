import { useLayoutEffect, useRef } from 'react';
import classes from './editor.module.css';
import type { EditorImplementationProps } from './editor';

type PlainEditorProps = EditorImplementationProps & { onComposing: (composing: boolean) => void };

export function PlainEditor({
  id,
  value,
  onChange,
  label,
  placeholder,
  isInvalid,
  describedBy,
  ...rest
}: PlainEditorProps) {
  const { selectionState, onComposing } = rest;
  const field = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const element = field.current;
    return () => {
      if (!element) return;
      const { selectionStart: start, selectionEnd: end } = element;
      selectionState.current = { start, end, isFocused: document.activeElement === element };
    };
  }, [selectionState]);

  return (
    <div className={classes.frame}>
      <div className={classes.toolbarSlot} />
      <textarea
        ref={field}
        id={id}
        aria-label={label}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        required
        spellCheck
        className={classes.plain}
        placeholder={placeholder}
        value={value}
        onCompositionStart={() => {
          onComposing(true);
        }}
        onCompositionEnd={() => {
          onComposing(false);
        }}
        onChange={(event) => {
          onChange(event.currentTarget.value);
        }}
      />
    </div>
  );
}
