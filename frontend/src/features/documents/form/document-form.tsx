import { TextInput } from '@mantine/core';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { writing } from '../../../messages/en-writing';
import '../../../ui/styles/forms';
import { required } from '../../../ui/required';
import { ContentField } from './content-field';
import { DetailsFields } from './details-fields';
import classes from './document-form.module.css';
import { FormActs } from './form-acts';
import { FormNotices } from './form-notices';
import { StaleDialog } from './stale-dialog';
import { useDocumentEditing, type EditingOptions } from './use-document-editing';
import { useSaveShortcut } from './use-save-shortcut';

const text = writing.form;

/** Enter in a line of text would be the browser's way to submit: one key too many, and the form is left. */
function keepEnterInside(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

export function DocumentForm(options: EditingOptions) {
  const { existing } = options;
  const element = useRef<HTMLFormElement>(null);
  const contentId = useId();
  const [uploads, setUploads] = useState(0);
  const editing = useDocumentEditing(options, element);
  const { form, submit, conflict } = editing;
  useSaveShortcut(() => {
    submit({ stays: true }, uploads);
  });

  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onKeyDown={keepEnterInside}
      onSubmit={(event) => {
        event.preventDefault();
        submit({}, uploads);
      }}
    >
      <FormNotices {...editing} reviewNote={existing?.review_note} />
      <div className={classes.main}>
        <TextInput
          label={text.title}
          {...required}
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
          refusals={editing.refusals}
          onChange={(content) => {
            form.setFieldValue('content', content);
          }}
          onUploads={setUploads}
        />
        {existing && (
          <TextInput label={text.note} description={text.noteHint} maxLength={500} {...form.getInputProps('note')} />
        )}
      </div>
      <DetailsFields
        form={form}
        onSlugChange={editing.changeSlug}
        suggestion={editing.suggestion}
        picture={{ current: existing?.thumbnail ?? null, change: editing.thumbnail, onChange: editing.setThumbnail }}
      />
      <FormActs
        existing={existing}
        pending={editing.pending}
        onSaveAs={(status) => {
          submit({ status }, uploads);
        }}
      />
      {conflict && (
        <StaleDialog
          conflict={conflict}
          onEditOn={editing.forgetConflict}
          onKeepMine={editing.keepMine}
          onTakeTheirs={editing.takeTheirs}
          onCombine={editing.combine}
        />
      )}
    </form>
  );
}
