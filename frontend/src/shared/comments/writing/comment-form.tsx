import { Textarea } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { messages } from '../../../messages/en';
import { commenting as text } from '../../../messages/en-commenting';
import { Button } from '../../../ui/button';
import { FormFailure } from '../../../ui/form-failure';
import { listAttributes } from '../../../ui/option-list';
import '../../../ui/styles/forms';
import { failureText } from '../../errors/failure-text';
import { useSending } from '../../forms/use-sending';
import { Markdown } from '../../markdown/markdown';
import classes from './comment-form.module.css';
import { FoundNotice } from './found-notice';
import { MentionList } from './mention-list';
import { useInsertion, type Insertion } from './use-insertion';
import { useKeptForm } from './use-kept-form';
import { useMentions } from './use-mentions';

interface CommentFormProps {
  /** Names what is typed here, so that it is kept until it is sent. */
  name: string;
  label: string;
  placeholder?: string;
  /** The stored text that is changed here, and which state of it this is. */
  stored?: string;
  basis?: string;
  /** What to answer to: put in front, each time it changes. */
  insertion?: Insertion;
  submitLabel: string;
  failed: string;
  send: (content: string) => Promise<unknown>;
  onCancel?: () => void;
  /** Has the focus from the start. */
  isFocused?: boolean;
}

/** Where comments are written: text, a look at what becomes of it, and sent by button or Ctrl and Enter. */
export function CommentForm(props: CommentFormProps) {
  const { name, stored, basis, label, placeholder, insertion, submitLabel, failed, send, onCancel, isFocused } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const errorId = useId();
  const peopleId = useId();
  const [isPreview, setPreview] = useState(false);
  const { form, found, discardFound, bringBack, forget } = useKeptForm({ name, stored, basis });
  const { formProps, failure, isPending } = useSending({
    form,
    send: ({ content }) => send(content.trim()),
    onSent: forget,
    explain: (error) => failureText(error, failed),
  });
  const { content } = form.values;
  const fieldProps = form.getInputProps('content');
  // The library itself would name the mistake only, not the hint.
  const described = {
    withAria: false,
    'aria-invalid': fieldProps.error ? true : undefined,
    'aria-describedby': fieldProps.error ? `${errorId} ${hintId}` : hintId,
  };

  const cancel =
    onCancel &&
    (() => {
      forget();
      onCancel();
    });
  const goOn = () => {
    const end = field.current?.value.length ?? 0;
    field.current?.focus();
    field.current?.setSelectionRange(end, end);
  };
  const start = useEffectEvent(() => {
    if (isFocused) goOn();
  });
  useEffect(() => {
    start();
  }, []);
  useInsertion(insertion, (words) => {
    form.setFieldValue('content', (before) => (before.includes(words) ? before : words + before));
    // Once it stands there.
    requestAnimationFrame(goOn);
  });
  // What was put in is to be seen.
  const [seenInsertion, setSeenInsertion] = useState(insertion);
  if (insertion !== seenInsertion) {
    setSeenInsertion(insertion);
    setPreview(false);
  }

  const mentions = useMentions(field);

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.handleKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    // Meant for the input method as long as that composes; otherwise it leaves, and what was typed is kept until one is back.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onCancel?.();
  };
  return (
    <form {...formProps} className={classes.form}>
      {found && <FoundNotice found={found} onDiscard={discardFound} onBringBack={bringBack} />}
      <div hidden={isPreview} className={classes.field}>
        <Textarea
          ref={field}
          autosize
          minRows={2}
          maxRows={16}
          aria-label={label}
          placeholder={placeholder}
          {...fieldProps}
          {...described}
          errorProps={{ id: errorId }}
          {...listAttributes(peopleId, mentions.found.length > 0 ? mentions.active : -1)}
          aria-haspopup="listbox"
          onKeyDown={handleKey}
          onSelect={mentions.look}
          onBlur={mentions.close}
        />
        <MentionList id={peopleId} found={mentions.found} active={mentions.active} onChoose={mentions.choose} />
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
        {cancel && (
          <Button look="default" onClick={cancel}>
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
