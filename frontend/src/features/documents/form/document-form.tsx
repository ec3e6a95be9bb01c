import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { writing } from '../../../messages/en-writing';
import '../../../ui/styles/forms';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { requiredProps } from '../../../ui/styles/forms';
import { ContentField } from './content-field';
import { DetailsFields } from './details-fields';
import classes from './document-form.module.css';
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

interface FormActionsProps {
  existing: DocumentResponse | undefined;
  /** The status requested by the save in progress; absent when nothing is being saved. */
  pendingSave: { status?: DocumentStatus } | undefined;
  onSaveAs: (status: DocumentStatus) => void;
}

/** The actions of the form; the plain save is the form's own submit. */
function FormActions({ existing, pendingSave, onSaveAs }: FormActionsProps) {
  const navigate = useNavigate();
  const canPublish = useCan('content.publish');
  const isDraft = !existing || existing.status === 'DRAFT';
  const canPublishNow = existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish;
  const canSubmit = existing ? existing.abilities?.submit : true;
  const isPending = (status?: DocumentStatus) => pendingSave !== undefined && pendingSave.status === status;
  return (
    <div className={classes.actions}>
      <Button variant="subtle" onClick={() => void navigate({ to: '/docs' })}>
        {text.cancel}
      </Button>
      <Button type="submit" variant={canSubmit || canPublishNow ? 'default' : 'primary'} isLoading={isPending()}>
        {isDraft ? text.saveDraft : text.saveChanges}
      </Button>
      {canSubmit && (
        <Button
          variant={canPublishNow ? 'default' : 'primary'}
          isLoading={isPending('IN_REVIEW')}
          onClick={() => {
            onSaveAs('IN_REVIEW');
          }}
        >
          {text.submit}
        </Button>
      )}
      {canPublishNow && (
        <Button
          isLoading={isPending('PUBLISHED')}
          onClick={() => {
            onSaveAs('PUBLISHED');
          }}
        >
          {text.publish}
        </Button>
      )}
    </div>
  );
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
        submit({}, uploads);
      }}
    >
      <FormNotices {...editing} reviewNote={existing?.review_note} />
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
        {existing && (
          <TextInput label={text.note} description={text.noteHint} maxLength={500} {...form.getInputProps('note')} />
        )}
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
