import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId } from 'react';
import { commenting as text } from '../../../messages/commenting';
import { Editor, type EditorSize } from '../../../shared/markdown-editor/editor';
import type { EditorHandle } from '../../../shared/markdown-editor/editor-handle';
import { Markdown } from '../../markdown/markdown';
import classes from './comment-form.module.css';

export interface Insertion {
  text: string;
}

/** Calls `insert` for each new insertion object. */
export function useInsertion(insertion: Insertion | undefined, insert: (insertedText: string) => void): void {
  const onInsertion = useEffectEvent(insert);
  useEffect(() => {
    if (insertion) onInsertion(insertion.text);
  }, [insertion]);
}

interface MarkdownFieldProps {
  field?: RefObject<EditorHandle | null>;
  /** The id of the element with the text. */
  id?: string;
  size: Exclude<EditorSize, 'document'>;
  label: string;
  placeholder?: string;
  value: string;
  error: ReactNode;
  onChange: (value: string) => void;
  /** The id of the hint that describes the field. */
  hintId: string;
  isRequired?: boolean;
  /** Shows the formatted text instead of the field. */
  isPreview: boolean;
  onEscape?: () => void;
}

/** A Markdown text with its error and its preview; Ctrl+Enter submits its form. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { field, size, label, placeholder, value, error, onChange, hintId, isRequired, isPreview, onEscape } = props;
  const ownId = useId();
  const errorId = useId();
  return (
    <>
      <div hidden={isPreview}>
        <Editor
          ref={field}
          id={props.id ?? ownId}
          size={size}
          label={label}
          placeholder={placeholder}
          value={value}
          onChange={onChange}
          isRequired={isRequired}
          isInvalid={Boolean(error)}
          describedBy={error ? `${errorId} ${hintId}` : hintId}
          onEscape={onEscape}
        />
        {error && (
          <p id={errorId} className={classes.error}>
            {error}
          </p>
        )}
      </div>
      {isPreview && (
        <div className={classes.preview}>
          {value.trim() === '' ? text.nothingToPreview : <Markdown text={value} rawHtml="text" />}
        </div>
      )}
    </>
  );
}
