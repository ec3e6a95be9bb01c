import { Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { formatDateTime } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { commenting as text } from '../../../messages/en-commenting';
import { Button } from '../../../ui/button';
import { FormError } from '../../../ui/form-error';
import { comboboxAttributes } from '../../../ui/option-list';
import '../../../ui/styles/forms';
import { getErrorText } from '../../../api/problem';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import { Markdown } from '../../markdown/markdown';
import classes from './comment-form.module.css';
import { MentionList, useMentions } from './mentions';
import { usePersistedForm, type InitialContent } from './use-persisted-form';

interface Insertion {
  text: string;
}

/** Calls `insert` for each new insertion object. */
function useInsertion(insertion: Insertion | undefined, insert: (insertedText: string) => void): void {
  const onInsertion = useEffectEvent(insert);
  useEffect(() => {
    if (insertion) onInsertion(insertion.text);
  }, [insertion]);
}

interface DraftNoticeProps {
  draft: NonNullable<InitialContent['draft']>;
  onDiscard: () => void;
  onRestore: () => void;
}

/** Informs about a restored draft, or offers one that is outdated. */
function DraftNotice({ draft, onDiscard, onRestore }: DraftNoticeProps) {
  const { typedAt, isOutdated } = draft;
  const when = formatDateTime(new Date(typedAt).toISOString());
  return (
    <div role="status" className={classes.draft}>
      <p>{isOutdated ? text.changedSince(when) : text.restored(when)}</p>
      <Button variant="default" size="sm" onClick={isOutdated ? onRestore : onDiscard}>
        {isOutdated ? text.restore : text.discard}
      </Button>
    </div>
  );
}

interface CommentFormProps {
  /** The storage key of the unsent text. */
  name: string;
  label: string;
  placeholder?: string;
  /** The stored text being edited, and its version. */
  stored?: string;
  baseVersion?: string;
  /** Text to insert at the start; each new object inserts again. */
  insertion?: Insertion;
  submitLabel: string;
  errorText: string;
  submit: (content: string) => Promise<unknown>;
  onCancel?: () => void;
  shouldFocus?: boolean;
}

/** The comment form: text with preview and mentions, submitted by the button or Ctrl+Enter. */
export function CommentForm(props: CommentFormProps) {
  const {
    name,
    stored,
    baseVersion,
    label,
    placeholder,
    insertion,
    submitLabel,
    errorText,
    submit,
    onCancel,
    shouldFocus,
  } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const errorId = useId();
  const mentionListId = useId();
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
  const { content } = form.values;
  const fieldProps = form.getInputProps('content');
  // Mantine's own aria-describedby names only the error, not the hint.
  const ariaProps = {
    withAria: false,
    'aria-invalid': fieldProps.error ? true : undefined,
    'aria-describedby': fieldProps.error ? `${errorId} ${hintId}` : hintId,
  };

  const cancel =
    onCancel &&
    (() => {
      clear();
      onCancel();
    });
  const focusEnd = () => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  };
  const focusOnMount = useEffectEvent(() => {
    if (shouldFocus) focusEnd();
  });
  useEffect(() => {
    focusOnMount();
  }, []);
  useInsertion(insertion, (insertedText) => {
    form.setFieldValue('content', (before) => (before.includes(insertedText) ? before : insertedText + before));
    // Runs after React has rendered the inserted text.
    requestAnimationFrame(focusEnd);
  });
  // Leaves the preview, so that the inserted text is visible.
  const [seenInsertion, setSeenInsertion] = useState(insertion);
  if (insertion !== seenInsertion) {
    setSeenInsertion(insertion);
    setPreview(false);
  }

  const mentions = useMentions(field);

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.handleKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    // During a composition Escape belongs to the IME; otherwise it cancels, and the draft is kept.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel?.();
  };
  return (
    <form {...formProps} className={classes.form}>
      {draft && <DraftNotice draft={draft} onDiscard={discardDraft} onRestore={restoreDraft} />}
      <div hidden={isPreview} className={classes.field}>
        <Textarea
          ref={field}
          autosize
          minRows={2}
          maxRows={16}
          aria-label={label}
          placeholder={placeholder}
          {...fieldProps}
          {...ariaProps}
          errorProps={{ id: errorId }}
          {...comboboxAttributes(mentionListId, mentions.suggestions.length > 0 ? mentions.active : -1)}
          aria-haspopup="listbox"
          onKeyDown={handleKey}
          onSelect={mentions.updateQuery}
          onBlur={mentions.close}
        />
        <MentionList
          id={mentionListId}
          suggestions={mentions.suggestions}
          activeIndex={mentions.active}
          onSelect={mentions.insertMention}
        />
      </div>
      {isPreview && (
        <div className={classes.preview}>
          {content.trim() === '' ? text.nothingToPreview : <Markdown text={content} rawHtml="text" />}
        </div>
      )}
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
