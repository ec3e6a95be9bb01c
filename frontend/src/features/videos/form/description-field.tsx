import { type ReactNode, useId } from 'react';
import { videoForm as text } from '../../../messages/videos';
import { Editor } from '../../../shared/markdown-editor/editor';
import classes from './video-form.module.css';

interface DescriptionFieldProps {
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onTyping: (getText: () => string) => void;
}

/** The Markdown below the player. */
export function DescriptionField({ value, error, onChange, onTyping }: DescriptionFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {text.description}
      </label>
      <Editor
        id={id}
        size="post"
        label={text.description}
        value={value}
        onChange={onChange}
        onTyping={onTyping}
        isInvalid={Boolean(error)}
        describedBy={error ? `${id}-error ${id}-hint` : `${id}-hint`}
      />
      <p id={`${id}-hint`} className={classes.hint}>
        {text.descriptionHint}
      </p>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
