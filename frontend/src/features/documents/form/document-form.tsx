import { TextInput } from '@mantine/core';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { review } from '../../../messages/review';
import { writing } from '../../../messages/writing';
import { STATUSES } from '../../../shared/content/enums';
import { alert } from '../../../ui/dialogs/dialogs';
import {
  type FormDialog,
  FormDialogActions,
  StatusField,
  toDialogKind,
  useStatusChoice,
} from '../../editing/form-dialog';
import { ItemFormFrame } from '../../editing/item-form-frame';
import formClasses from '../../editing/item-form.module.css';
import { type EditingOptions, useItemEditing } from '../../editing/use-item-editing';
import { ContentField } from './content-field';
import { documentKind } from './document-kind';
import { type DocumentValues, toComparedDocument } from './document-values';
import { DocumentFormActions, isDraft } from './form-actions';
import { ParentNotice } from './parent-notice';
import { type NewPageParent, useSaveRequest } from './use-save-request';

const text = writing.form;

const DocumentDiff = lazy(() => import('../../editing/compare/document-diff'));
// Loads the Markdown parser, which most forms need for the preview only.
const ChangeRequest = lazy(() => import('../../editing/change-request'));

function ReviewNotice({ document }: { document: DocumentResponse }) {
  return (
    <section aria-label={review.requested} className={formClasses.changeRequest}>
      <Suspense>
        <ChangeRequest review={document} isEdit={document.status === 'PUBLISHED'} />
      </Suspense>
    </section>
  );
}

interface DocumentFormProps extends EditingOptions<DocumentValues, DocumentResponse> {
  /** Absent for a form that is a screen of its own. */
  dialog?: FormDialog;
  /** Of a new document. */
  parent?: NewPageParent | undefined;
}

export function DocumentForm({ dialog, parent, ...options }: DocumentFormProps) {
  const { existing } = options;
  const element = useRef<HTMLFormElement>(null);
  const contentId = useId();
  const [uploads, setUploads] = useState(0);
  const [kind] = useState(() => (dialog ? toDialogKind(documentKind, dialog) : documentKind));
  const choice = useStatusChoice(existing);
  const editing = useItemEditing(kind, useSaveRequest(existing, parent), options, element, !dialog && uploads === 0);
  const { form } = editing;
  const canSave = () => {
    if (uploads > 0) void alert({ title: text.uploadsPendingTitle, text: text.uploadsPending });
    return uploads === 0;
  };

  const saveInDialog = () => {
    editing.submit({ status: choice.status, shouldContinueEditing: false }, canSave);
  };

  return (
    <ItemFormFrame
      kind={kind}
      editing={editing}
      element={element}
      existing={existing}
      notices={
        existing?.review_note ? (
          <ReviewNotice document={existing} />
        ) : (
          !existing && parent?.categoryId === form.values.category_id && <ParentNotice id={parent.id} />
        )
      }
      titlePlaceholder={text.titlePlaceholder}
      nextFieldId={contentId}
      onSubmit={() => {
        if (dialog) {
          saveInDialog();
          return;
        }
        // A saved draft is not finished, so the form stays open; other saves end at the document.
        editing.submit({ shouldContinueEditing: isDraft(existing) }, canSave);
      }}
      onSaveShortcut={() => {
        if (dialog) saveInDialog();
        else editing.submit({ shouldContinueEditing: true }, canSave);
      }}
      actions={
        dialog ? (
          <FormDialogActions dialog={dialog} isSaving={editing.pendingSave !== undefined} />
        ) : (
          <DocumentFormActions
            existing={existing}
            pendingSave={editing.pendingSave}
            saveState={editing}
            onSaveAs={(status) => {
              editing.submit({ status }, canSave);
            }}
          />
        )
      }
      statusField={dialog && <StatusField choice={choice} statuses={STATUSES} />}
      conflict={{
        fieldLabels: { content: text.content },
        renderComparison: ({ before, after, ...rest }) => (
          <DocumentDiff before={toComparedDocument(before)} after={toComparedDocument(after)} {...rest} />
        ),
      }}
    >
      <ContentField
        id={contentId}
        value={form.values.content}
        error={form.errors['content']}
        serverErrorCount={editing.serverErrorCount}
        onChange={(content) => {
          form.setFieldValue('content', content);
        }}
        onTyping={(getText) => {
          editing.keepTyped(() => ({ content: getText() }));
        }}
        onUploadCountChange={setUploads}
      />
      {existing && <TextInput label={text.note} description={text.noteHint} {...form.getInputProps('note')} />}
    </ItemFormFrame>
  );
}
