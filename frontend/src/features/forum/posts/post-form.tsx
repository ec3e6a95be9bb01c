import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { getErrorDetail } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { commenting } from '../../../messages/commenting';
import { forumWriting } from '../../../messages/forum-writing';
import type { EditorHandle } from '../../../shared/markdown-editor/editor-handle';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import classes from '../../comments/writing/comment-form.module.css';
import { DraftNotice } from '../../comments/writing/draft-notice';
import { type Insertion, MarkdownField, useInsertion } from '../../comments/writing/markdown-field';
import { usePersistedForm } from '../../comments/writing/use-persisted-form';

interface PostFormProps {
  /** The storage key of the unsent text. */
  draftKey: string;
  label: string;
  placeholder?: string;
  /** The stored text being edited, and its version. */
  stored?: string;
  baseVersion?: string;
  /** Text to insert at the end; each new object inserts again and moves the focus into the field. */
  insertion?: Insertion;
  submitLabel: string;
  errorText: string;
  submit: (content: string) => Promise<unknown>;
  onCancel?: () => void;
  shouldFocus?: boolean;
  /** Shown above the field. */
  children?: ReactNode;
}

/** The form of a post: Markdown with preview and mentions. A blank text is not sent. */
export function PostForm(props: PostFormProps) {
  const { draftKey, stored, baseVersion, insertion, submit, errorText, onCancel, shouldFocus = false } = props;
  const field = useRef<EditorHandle>(null);
  const hintId = useId();
  const [isPreview, setPreview] = useState(false);
  const { form, draft, discardDraft, restoreDraft, clear } = usePersistedForm({ name: draftKey, stored, baseVersion });
  const { formProps, isPending } = useFormSubmit({
    form,
    submit: ({ content }) => submit(content.trim()),
    onSuccess: () => {
      clear();
      setPreview(false);
    },
    showError: (error) => alert({ title: errorText, text: getErrorDetail(error) }),
  });
  const focusOnMount = useEffectEvent(() => {
    if (shouldFocus) field.current?.focusEnd();
  });
  useEffect(() => {
    focusOnMount();
  }, []);
  useInsertion(insertion, (text) => {
    form.setFieldValue('content', (before) =>
      text && before.trim() ? `${before.trimEnd()}\n\n${text}` : before + text,
    );
    // Runs after React has rendered the inserted text.
    requestAnimationFrame(() => {
      field.current?.scrollIntoView();
      field.current?.focusEnd();
    });
  });
  // Leaves the preview, so that the inserted text is visible.
  const [seenInsertion, setSeenInsertion] = useState(insertion);
  if (insertion !== seenInsertion) {
    setSeenInsertion(insertion);
    setPreview(false);
  }
  return (
    <form
      {...formProps}
      className={classes.form}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (form.values.content.trim() !== '') formProps.onSubmit(event);
      }}
    >
      {props.children}
      {draft && (
        <DraftNotice
          draft={draft}
          onDiscard={discardDraft}
          onRestore={restoreDraft}
          changedSince={forumWriting.post.changedSince}
        />
      )}
      <MarkdownField
        field={field}
        label={props.label}
        placeholder={props.placeholder}
        size="post"
        value={form.values.content}
        error={form.errors['content']}
        onChange={(content) => {
          form.setFieldValue('content', content);
        }}
        hintId={hintId}
        isPreview={isPreview}
        onEscape={onCancel}
      />
      <div className={classes.actions}>
        <p id={hintId} className={classes.hint}>
          {commenting.hint}
        </p>
        <Button
          variant="subtle"
          aria-pressed={isPreview}
          onClick={() => {
            setPreview(!isPreview);
          }}
        >
          {commenting.preview}
        </Button>
        {onCancel && (
          <Button
            variant="default"
            onClick={() => {
              clear();
              onCancel();
            }}
          >
            {messages.common.cancel}
          </Button>
        )}
        <Button type="submit" isLoading={isPending}>
          {props.submitLabel}
        </Button>
      </div>
    </form>
  );
}
