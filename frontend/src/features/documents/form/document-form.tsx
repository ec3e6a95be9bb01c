import { TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { writing } from '../../../messages/en-writing';
import '../../../ui/styles/forms';
import { requiredProps } from '../../../ui/styles/forms';
import { ContentField } from './content-field';
import { DetailsFields } from './details-fields';
import classes from './document-form.module.css';
import { FormActions, isDraft } from './form-actions';
import { FormNotices } from './form-notices';
import { ConflictDialog } from './conflict-dialog';
import { useDocumentEditing, type EditingOptions } from './use-document-editing';

const text = writing.form;

/** Prevents the browser's implicit submit on Enter, which would save and leave the form by accident. */
function preventEnterSubmit(event: ReactKeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Ctrl/⌘ S saves the form instead of the page. */
function useSaveShortcut(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      onSave();
    };
    window.addEventListener('keydown', handle);
    return () => {
      window.removeEventListener('keydown', handle);
    };
  }, []);
}

export function DocumentForm(options: EditingOptions) {
  const { existing } = options;
  const element = useRef<HTMLFormElement>(null);
  const contentId = useId();
  const [uploads, setUploads] = useState(0);
  const editing = useDocumentEditing(options, element);
  const { form, submit, conflict } = editing;
  useSaveShortcut(() => {
    submit({ shouldContinueEditing: true }, uploads);
  });

  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onKeyDown={preventEnterSubmit}
      onSubmit={(event) => {
        event.preventDefault();
        // A saved draft is not finished, so the form stays open; other saves end at the document.
        submit({ shouldContinueEditing: isDraft(existing) }, uploads);
      }}
    >
      <FormNotices {...editing} existing={existing} />
      <div className={classes.main}>
        <TextInput
          label={text.title}
          {...requiredProps}
          placeholder={text.titlePlaceholder}
          classNames={{ input: classes.title, label: classes.label }}
          {...form.getInputProps('title')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) document.getElementById(contentId)?.focus();
          }}
          onChange={(event) => {
            editing.changeTitle(event.currentTarget.value);
          }}
        />
        <ContentField
          id={contentId}
          value={form.values.content}
          error={form.errors['content']}
          serverErrorCount={editing.serverErrorCount}
          onChange={(content) => {
            form.setFieldValue('content', content);
          }}
          onUploadCountChange={setUploads}
        />
        {existing && <TextInput label={text.note} description={text.noteHint} {...form.getInputProps('note')} />}
      </div>
      <DetailsFields
        form={form}
        onSlugChange={editing.changeSlug}
        suggestion={editing.suggestion}
        visibility={editing.visibility}
        thumbnail={{ current: existing?.thumbnail ?? null, change: editing.thumbnail, onChange: editing.setThumbnail }}
      />
      <FormActions
        existing={existing}
        pendingSave={editing.pendingSave}
        saveState={editing}
        onSaveAs={(status) => {
          submit({ status }, uploads);
        }}
      />
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          onClose={editing.clearConflict}
          onKeepMine={editing.keepMine}
          onTakeTheirs={editing.takeTheirs}
          onMerge={editing.merge}
        />
      )}
    </form>
  );
}
