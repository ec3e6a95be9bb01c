import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/en';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { documentParam } from '../../../shared/content/document-link';
import { useCan } from '../../../shared/session/session';
import '../../../ui/styles/forms';
import { Button } from '../../../ui/button';
import { toast } from '../../../ui/toast/toast';
import { ContentField } from './content-field';
import { DetailsFields } from './details-fields';
import classes from './document-form.module.css';
import { emptyValues, valuesOf } from './form-values';
import { StaleDialog } from './stale-dialog';
import { useDocumentForm } from './use-document-form';
import { useSaveDocument } from './use-save-document';
import { useSaveShortcut } from './use-save-shortcut';
import { useUnsavedGuard } from './use-unsaved-guard';

const text = messages.form;

function successText(existing: DocumentResponse | undefined, status: DocumentStatus | undefined): string {
  if (status === 'PUBLISHED') return text.published;
  if (status === 'IN_REVIEW') return text.submitted;
  return existing ? text.updated : text.draftSaved;
}

/** Creates a document, or edits the given one as it was when the screen opened. */
export function DocumentForm({ existing }: { existing?: DocumentResponse }) {
  const navigate = useNavigate();
  const canPublish = useCan('content.publish');
  const element = useRef<HTMLFormElement>(null);
  const state = useDocumentForm(existing ? valuesOf(existing) : emptyValues);
  const { form, changeTitle, changeSlug } = state;
  const markSaved = useUnsavedGuard(form.isDirty(), form.values.title);

  const { save, pending, suggestion, savedMeanwhile, lastAttempt, forgetConflict } = useSaveDocument({
    existing,
    form,
    onSaved: async (document, status) => {
      markSaved();
      toast(successText(existing, status));
      await navigate({ to: '/docs/$id', params: { id: documentParam(document) } });
    },
  });

  const submitAs = (status?: DocumentStatus) =>
    form.onSubmit((values) => {
      if (!pending) save({ values, status, version: existing?.version });
    });
  const plainSave = submitAs();
  useSaveShortcut(() => element.current?.requestSubmit());

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.errors]);

  const isDraft = !existing || existing.status === 'DRAFT';
  const mayPublish = existing ? existing.abilities?.publish && existing.status !== 'PUBLISHED' : canPublish;
  const maySubmit = existing ? existing.abilities?.submit : true;
  const isPending = (status?: DocumentStatus) => pending !== undefined && pending.status === status;

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={plainSave}>
      <div className={classes.main}>
        <TextInput
          aria-label={text.title}
          placeholder={text.titlePlaceholder}
          required
          variant="unstyled"
          classNames={{ input: classes.title }}
          {...form.getInputProps('title')}
          onChange={(event) => {
            changeTitle(event.currentTarget.value);
          }}
        />
        <ContentField {...form.getInputProps('content')} value={form.values.content} error={form.errors['content']} />
      </div>
      <DetailsFields form={form} onSlugChange={changeSlug} suggestion={suggestion} />
      <div className={classes.acts}>
        <Button look="quiet" onClick={() => void navigate({ to: '/docs' })}>
          {text.cancel}
        </Button>
        <Button type="submit" look={maySubmit || mayPublish ? 'default' : 'primary'} loading={isPending()}>
          {isDraft ? text.saveDraft : text.saveChanges}
        </Button>
        {maySubmit && (
          <Button
            look={mayPublish ? 'default' : 'primary'}
            loading={isPending('IN_REVIEW')}
            onClick={() => {
              submitAs('IN_REVIEW')();
            }}
          >
            {text.submit}
          </Button>
        )}
        {mayPublish && (
          <Button
            loading={isPending('PUBLISHED')}
            onClick={() => {
              submitAs('PUBLISHED')();
            }}
          >
            {text.publish}
          </Button>
        )}
      </div>
      {savedMeanwhile && lastAttempt && (
        <StaleDialog
          mine={lastAttempt.values.content}
          theirs={savedMeanwhile}
          onKeep={forgetConflict}
          onOverwrite={() => {
            forgetConflict();
            save({ ...lastAttempt, version: savedMeanwhile.version });
          }}
        />
      )}
    </form>
  );
}
