import { Textarea } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId } from 'react';
import { commenting as text } from '../../../messages/en-commenting';
import { comboboxAttributes } from '../../../ui/option-list';
import '../../../ui/styles/forms';
import { Markdown } from '../../markdown/markdown';
import classes from './comment-form.module.css';
import { MentionList, useMentions } from './mentions';

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

/** Moves the focus into the field, behind its text. */
export function focusEnd(field: RefObject<HTMLTextAreaElement | null>): void {
  const end = field.current?.value.length ?? 0;
  field.current?.focus();
  field.current?.setSelectionRange(end, end);
}

interface MarkdownFieldProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** The id of the input element. */
  id?: string;
  label: string;
  placeholder?: string;
  minRows?: number;
  maxRows?: number;
  /** The properties of the form's field. */
  fieldProps: GetInputPropsReturnType;
  /** The id of the hint that describes the field. */
  hintId: string;
  isRequired?: boolean;
  /** Shows the formatted text instead of the field. */
  isPreview: boolean;
  onEscape?: () => void;
}

/** A Markdown text with preview and mentions; Ctrl+Enter submits its form. */
export function MarkdownField(props: MarkdownFieldProps) {
  const { field, label, placeholder, minRows = 2, maxRows = 16, fieldProps, hintId, isRequired, isPreview } = props;
  const errorId = useId();
  const mentionListId = useId();
  const mentions = useMentions(field);
  const content = String(fieldProps.value ?? '');
  // Mantine's own aria-describedby names only the error, not the hint.
  const ariaProps = {
    withAria: false,
    'aria-invalid': fieldProps.error ? true : undefined,
    'aria-required': isRequired,
    'aria-describedby': fieldProps.error ? `${errorId} ${hintId}` : hintId,
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (mentions.handleKey(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    // During a composition Escape belongs to the IME; otherwise it cancels, and the draft is kept.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) props.onEscape?.();
  };
  return (
    <>
      <div hidden={isPreview} className={classes.field}>
        <Textarea
          ref={field}
          id={props.id}
          autosize
          minRows={minRows}
          maxRows={maxRows}
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
    </>
  );
}
