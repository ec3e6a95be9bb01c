import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { messages } from '../../../messages/common';
import { commenting as text } from '../../../messages/commenting';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { getErrorText } from '../../../api/problem';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import type { EditorHandle } from '../../../shared/markdown-editor/editor-handle';
import classes from './comment-form.module.css';
import { DraftNotice } from './draft-notice';
import { MarkdownField } from './markdown-field';
import { usePersistedForm } from './use-persisted-form';

interface CommentFormProps {
  /** The storage key of the unsent text. */
  name: string;
  label: string;
  placeholder?: string;
  /** The stored text being edited, and its version. */
  stored?: string;
  baseVersion?: string;
  submitLabel: string;
  errorText: string;
  submit: (content: string) => Promise<unknown>;
  onCancel?: () => void;
  shouldFocus?: boolean;
}

/** The comment form: text with preview and mentions, submitted by the button or Ctrl+Enter. */
export function CommentForm(props: CommentFormProps) {
  const { name, stored, baseVersion, label, placeholder, submitLabel, errorText, submit, onCancel, shouldFocus } =
    props;
  const field = useRef<EditorHandle>(null);
  const hintId = useId();
  const [isPreview, setPreview] = useState(false);
  const { form, draft, discardDraft, restoreDraft, clear } = usePersistedForm({ name, stored, baseVersion });
  const { formProps, formError, isPending } = useFormSubmit({
    form,
    submit: ({ content }) => submit(content.trim()),
    onSuccess: () => {
      clear();
      setPreview(false);
    },
    getErrorText: (error) => getErrorText(error, errorText),
  });
  const cancel =
    onCancel &&
    (() => {
      clear();
      onCancel();
    });
  const focusOnMount = useEffectEvent(() => {
    if (shouldFocus) field.current?.focusEnd();
  });
  useEffect(() => {
    focusOnMount();
  }, []);

  return (
    <form {...formProps} className={classes.form}>
      {draft && <DraftNotice draft={draft} onDiscard={discardDraft} onRestore={restoreDraft} />}
      <MarkdownField
        field={field}
        size="comment"
        label={label}
        placeholder={placeholder}
        value={form.values.content}
        error={form.errors['content']}
        onChange={(content) => {
          form.setFieldValue('content', content);
        }}
        hintId={hintId}
        isPreview={isPreview}
        onEscape={onCancel}
      />
      <FormError text={formError} />
      <div className={classes.actions}>
        <p id={hintId} className={classes.hint}>
          {text.hint}
        </p>
        <Button
          variant="subtle"
          aria-pressed={isPreview}
          onClick={() => {
            setPreview(!isPreview);
          }}
        >
          {text.preview}
        </Button>
        {cancel && (
          <Button variant="default" onClick={cancel}>
            {messages.common.cancel}
          </Button>
        )}
        <Button type="submit" isLoading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
