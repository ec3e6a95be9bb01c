import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { keepText, keptText } from '../../lib/kept-text';
import { messages } from '../../messages/en';
import { commenting as text } from '../../messages/en-commenting';
import { Button } from '../../ui/button';
import { FormFailure } from '../../ui/form-failure';
import '../../ui/styles/forms';
import { failureText } from '../errors/failure-text';
import { useSending } from '../forms/use-sending';
import { Markdown } from '../markdown/markdown';
import classes from './comment-form.module.css';

interface CommentFormProps {
  /** Names what is typed here, so that it is kept until it is sent. */
  name: string;
  label: string;
  placeholder?: string;
  initial?: string;
  /** What to answer to: put in front, each time it changes. */
  insertion?: { text: string };
  submitLabel: string;
  failed: string;
  send: (content: string) => Promise<unknown>;
  onCancel?: () => void;
}

function useKeptForm(name: string, initial: string) {
  const form = useForm({
    initialValues: { content: keptText(name) || initial },
    validate: { content: (content) => (content.trim() === '' ? text.blank : null) },
    onValuesChange: ({ content }) => {
      keepText(name, content === initial ? '' : content);
    },
  });
  const forget = () => {
    form.setValues({ content: '' });
    form.resetDirty();
    keepText(name, '');
  };
  return { form, forget };
}

function useInsertion(insertion: CommentFormProps['insertion'], insert: (text: string) => void): void {
  const onInsertion = useEffectEvent(insert);
  useEffect(() => {
    if (insertion) onInsertion(insertion.text);
  }, [insertion]);
}

/** Where comments are written: text, a look at what becomes of it, and sent by button or Ctrl and Enter. */
export function CommentForm(props: CommentFormProps) {
  const { name, label, placeholder, initial = '', insertion, submitLabel, failed, send, onCancel } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const [isPreview, setPreview] = useState(false);
  const { form, forget } = useKeptForm(name, initial);
  const { formProps, failure, isPending } = useSending({
    form,
    send: ({ content }) => send(content.trim()),
    onSent: forget,
    explain: (error) => failureText(error, failed),
  });
  const { content } = form.values;

  useInsertion(insertion, (words) => {
    form.setFieldValue('content', (before) => (before.includes(words) ? before : words + before));
    // Once it stands there.
    requestAnimationFrame(() => {
      const end = field.current?.value.length ?? 0;
      field.current?.focus();
      field.current?.setSelectionRange(end, end);
    });
  });
  // What was put in is to be seen.
  const [seenInsertion, setSeenInsertion] = useState(insertion);
  if (insertion !== seenInsertion) {
    setSeenInsertion(insertion);
    setPreview(false);
  }

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    if (event.key === 'Escape') onCancel?.();
  };
  return (
    <form {...formProps} className={classes.form}>
      <div hidden={isPreview}>
        <Textarea
          ref={field}
          autosize
          minRows={2}
          maxRows={16}
          aria-label={label}
          placeholder={placeholder}
          aria-describedby={hintId}
          {...form.getInputProps('content')}
          onKeyDown={handleKey}
        />
      </div>
      {isPreview && (
        <div className={classes.preview}>
          {content.trim() === '' ? text.nothingToPreview : <Markdown text={content} />}
        </div>
      )}
      <FormFailure text={failure} />
      <div className={classes.acts}>
        <p id={hintId} className={classes.hint}>
          {text.hint}
        </p>
        <Button
          look="quiet"
          aria-pressed={isPreview}
          onClick={() => {
            setPreview(!isPreview);
          }}
        >
          {text.preview}
        </Button>
        {onCancel && (
          <Button look="default" onClick={onCancel}>
            {messages.common.cancel}
          </Button>
        )}
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
