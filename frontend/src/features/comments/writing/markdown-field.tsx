import { Textarea } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useId } from 'react';
import { commenting as text } from '../../../messages/commenting';
import { markdownEditor } from '../../../messages/markdown-editor';
import type { UploadProgress } from '../../../shared/markdown-editor/image-uploads';
import { textFieldTools } from '../../../shared/markdown-editor/tools';
import { Toolbar } from '../../../shared/markdown-editor/toolbar';
import { useTextFieldTools } from '../../../shared/markdown-editor/use-text-field-tools';
import { comboboxAttributes } from '../../../ui/option-list';
import { ProgressBar } from '../../../ui/progress-bar';
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

/** The progress of image uploads; the announcement has no figures, so that it is made once. */
function UploadStatus({ progress: { count, percent } }: { progress: UploadProgress }) {
  const label = markdownEditor.uploadingImages(count);
  return (
    <div className={classes.uploads}>
      <span role="status">{count > 0 && label}</span>
      {count > 0 && <ProgressBar label={label} percent={percent} />}
    </div>
  );
}

/**
 * A Markdown text with formatting tools, image uploads, preview and mentions; Ctrl+Enter submits its form.
 */
export function MarkdownField(props: MarkdownFieldProps) {
  const { field, label, placeholder, minRows = 2, maxRows = 16, fieldProps, hintId, isRequired, isPreview } = props;
  const errorId = useId();
  const mentionListId = useId();
  const mentions = useMentions(field);
  const editing = useTextFieldTools(field, textFieldTools);
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
    editing.handleKey(event);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
    // During a composition Escape belongs to the IME; otherwise it cancels, and the draft is kept.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) props.onEscape?.();
  };
  return (
    <>
      <div hidden={isPreview} className={classes.field}>
        <Toolbar isCompact tools={textFieldTools} className={classes.toolbar} onRun={editing.run} />
        <Textarea
          ref={field}
          id={props.id}
          classNames={{ input: classes.input }}
          autosize
          minRows={minRows}
          maxRows={maxRows}
          aria-label={label}
          placeholder={placeholder}
          {...fieldProps}
          {...ariaProps}
          {...editing.fieldProps}
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
        <UploadStatus progress={editing.progress} />
      </div>
      {isPreview && (
        <div className={classes.preview}>
          {content.trim() === '' ? text.nothingToPreview : <Markdown text={content} rawHtml="text" />}
        </div>
      )}
    </>
  );
}
