import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import type { DocumentStatus } from '../../../api/generated/model/documentStatus';
import { formatDateTime } from '../../../lib/format';
import { writing } from '../../../messages/en-writing';
import { documentParam } from '../../../shared/content/document-link';
import '../../../ui/styles/forms';
import { Button } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { toast } from '../../../ui/toast/toast';
import type { StoredDraft } from '../drafts/draft-store';
import { useAutosave } from '../drafts/use-autosave';
import { ContentField } from './content-field';
import { DetailsFields } from './details-fields';
import classes from './document-form.module.css';
import { FormActs } from './form-acts';
import { FormNotice } from './form-notice';
import { valuesOf, type DocumentValues } from './form-values';
import { StaleDialog } from './stale-dialog';
import { successText } from './success-text';
import { useDocumentForm } from './use-document-form';
import { useSaveDocument } from './use-save-document';
import { useSaveShortcut } from './use-save-shortcut';
import type { ThumbnailChange } from './use-send';
import { useUnsavedGuard } from './use-unsaved-guard';

const text = writing.form;

interface DocumentFormProps {
  /** The document as it was when the screen opened; absent for a new one. */
  existing?: DocumentResponse;
  /** What is stored of it. */
  stored: DocumentValues;
  /** What an earlier visit left unsaved, and where this one leaves it. */
  draft: StoredDraft | undefined;
  place: string;
}

export function DocumentForm({ existing, stored, draft, place }: DocumentFormProps) {
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [restored, setRestored] = useState(draft);
  const [version, setVersion] = useState(draft?.version ?? existing?.version);
  const [thumbnail, setThumbnail] = useState<ThumbnailChange>();
  const [uploads, setUploads] = useState(0);
  const { form, changeTitle, changeSlug, replace } = useDocumentForm(stored, draft?.values);

  const isDirty = form.isDirty();
  const markSaved = useUnsavedGuard(isDirty || thumbnail !== undefined, form.values.title);
  const { otherTab, endAutosave } = useAutosave({ place, restored: draft, values: form.values, isDirty, version });

  const { save, pending, suggestion, savedMeanwhile, lastAttempt, forgetConflict } = useSaveDocument({
    existing,
    form,
    onSaved: async (document, status) => {
      markSaved();
      endAutosave();
      toast(successText(existing, document, status));
      await navigate({ to: '/docs/$id', params: { id: documentParam(document) } });
    },
  });

  const submitAs = (status?: DocumentStatus) =>
    form.onSubmit((values) => {
      if (uploads > 0) void alert({ title: text.picturesOnTheWayTitle, text: text.picturesOnTheWay });
      else if (!pending) save({ values, thumbnail, status, version });
    });
  useSaveShortcut(() => element.current?.requestSubmit());

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.errors]);

  return (
    <form ref={element} noValidate className={classes.form} onSubmit={submitAs()}>
      {(restored ?? otherTab) && (
        <div className={classes.notices}>
          {restored && (
            <FormNotice text={text.restored(formatDateTime(new Date(restored.typedAt).toISOString()))}>
              <Button
                look="default"
                size="sm"
                onClick={() => {
                  replace(stored);
                  setVersion(existing?.version);
                  setRestored(undefined);
                }}
              >
                {text.discardRestored}
              </Button>
            </FormNotice>
          )}
          {otherTab && <FormNotice text={text.otherTab} />}
        </div>
      )}
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
        <ContentField
          value={form.values.content}
          error={form.errors['content']}
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
        onSlugChange={changeSlug}
        suggestion={suggestion}
        picture={{ current: existing?.thumbnail ?? null, change: thumbnail, onChange: setThumbnail }}
      />
      <FormActs
        existing={existing}
        pending={pending}
        onSaveAs={(status) => {
          submitAs(status)();
        }}
      />
      {savedMeanwhile && lastAttempt && (
        <StaleDialog
          mine={lastAttempt.values}
          theirs={savedMeanwhile}
          onEditOn={forgetConflict}
          onKeepMine={() => {
            forgetConflict();
            save({ ...lastAttempt, version: savedMeanwhile.version });
          }}
          onTakeTheirs={() => {
            forgetConflict();
            replace(valuesOf(savedMeanwhile));
            setVersion(savedMeanwhile.version);
          }}
        />
      )}
    </form>
  );
}
