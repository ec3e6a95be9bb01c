import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { THREAD_TITLE_MAX } from '@hub/shared/limits';
import { createThread } from '../../../api/generated/forum-writing/forum-writing';
import type { AboutItemRequest } from '../../../api/generated/model/aboutItemRequest';
import { getLoadErrorText } from '../../../api/problem';
import { messages } from '../../../messages/common';
import { commenting } from '../../../messages/commenting';
import { forumWriting } from '../../../messages/forum-writing';
import { useIdempotentRequest } from '../../../shared/forms/idempotency-key';
import { checkLength } from '../../../shared/forms/check-length';
import { useFormSubmit } from '../../../shared/forms/use-form-submit';
import type { EditorHandle } from '../../../shared/markdown-editor/editor-handle';
import { checkUploads, removePlaceholders } from '../../../shared/markdown-editor/file-insertion';
import { Button, ButtonLink } from '../../../ui/button';
import { alert } from '../../../ui/dialogs/dialogs';
import { requiredProps } from '../../../ui/styles/forms';
import { toast } from '../../../ui/toast/toast';
import draftClasses from '../../comments/writing/comment-form.module.css';
import { MarkdownField } from '../../comments/writing/markdown-field';
import { NewThreadAbout, useAboutItem } from '../linked/new-thread-about';
import { markLinkedThreadsStale } from '../linked/queries';
import { markForumListsStale } from '../queries';
import { draftKeys } from '../draft-keys';
import { checkTags, ThreadTags } from '../thread-tags';
import classes from '../posts/writing.module.css';
import { SimilarItems } from './similar-items';
import { emptyThread, readThreadDraft, storeThreadDraft, type ThreadValues } from './thread-draft';

const text = forumWriting.newThread;

const isIncomplete = ({ title, content }: ThreadValues) => title.trim() === '' || content.trim() === '';

interface NewThreadFormProps {
  userId: string;
  categoryId: string;
  /** What the thread is about, unless the user removes it. */
  about?: AboutItemRequest;
}

/** The form of a new thread; what is typed is kept in this browser until it is sent. */
export default function NewThreadForm({ userId, categoryId, about }: NewThreadFormProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const draftKey = about ? draftKeys.aboutItem(userId, about.item_id) : draftKeys.thread(userId, categoryId);
  const [isAboutRemoved, setAboutRemoved] = useState(false);
  const found = useAboutItem(about);
  const linked = about && !isAboutRemoved && !found.isMissing ? about : undefined;
  const [draft] = useState(() => readThreadDraft(draftKey));
  const [isRestored, setRestored] = useState(draft !== undefined);
  const [isPreview, setPreview] = useState(false);
  const field = useRef<EditorHandle>(null);
  const titleField = useRef<HTMLInputElement>(null);
  const contentId = useId();
  const hintId = useId();
  const sendOnce = useIdempotentRequest();
  const form = useForm<ThreadValues>({
    initialValues: draft ?? emptyThread,
    validate: {
      title: (value) => checkLength(value, THREAD_TITLE_MAX),
      tags: checkTags,
      content: checkUploads,
    },
    onValuesChange: (values) => {
      storeThreadDraft(draftKey, { ...values, content: removePlaceholders(values.content) });
    },
  });
  const { formProps, isPending } = useFormSubmit({
    form,
    submit: ({ title, tags, content }) => {
      const body = { title: title.trim(), tags, content: content.trim(), ...(linked && { about: linked }) };
      return sendOnce(body, (request, options) => createThread(categoryId, request, options));
    },
    onSuccess: async ({ id }) => {
      storeThreadDraft(draftKey, emptyThread);
      markForumListsStale(queryClient);
      if (linked) markLinkedThreadsStale(queryClient, linked.item_type, linked.item_id);
      await navigate({ to: '/community/thread/$id', params: { id } });
      toast(text.created);
    },
    showError: (error) =>
      alert({ title: text.failedTitle, text: text.failed(getLoadErrorText(error) ?? text.unknownError) }),
  });
  useEffect(() => {
    // The form loads after its screen, whose heading has the focus by then.
    if (document.activeElement?.matches('main h1')) titleField.current?.focus({ preventScroll: true });
  }, []);
  const rejectIncomplete = async () => {
    await alert({ title: text.incomplete });
    setPreview(false);
    // Runs after React has rendered the field in place of the preview.
    requestAnimationFrame(() => (form.getValues().title.trim() === '' ? titleField : field).current?.focus());
  };
  return (
    <form
      {...formProps}
      className={classes.threadForm}
      onSubmit={(event) => {
        event.preventDefault();
        if (isIncomplete(form.values)) void rejectIncomplete();
        else formProps.onSubmit(event);
      }}
    >
      {isRestored && (
        <div role="status" className={draftClasses.draft}>
          <p>{text.restored}</p>
          <Button
            variant="default"
            size="sm"
            onClick={() => {
              form.setValues(emptyThread);
              setRestored(false);
            }}
          >
            {commenting.discard}
          </Button>
        </div>
      )}
      {about && !isAboutRemoved && (
        <NewThreadAbout
          about={about}
          found={found}
          onRemove={() => {
            setAboutRemoved(true);
            titleField.current?.focus();
          }}
        />
      )}
      <div>
        <TextInput
          ref={titleField}
          data-first-focus
          label={text.titleLabel}
          {...requiredProps}
          {...form.getInputProps('title')}
        />
        <SimilarItems title={form.values.title} />
      </div>
      <ThreadTags
        value={form.values.tags}
        error={form.errors['tags']}
        onChange={(tags) => {
          form.setFieldValue('tags', tags);
        }}
      />
      <div className={classes.content}>
        <label htmlFor={contentId} data-required className={classes.contentLabel}>
          {text.content}
        </label>
        <MarkdownField
          field={field}
          id={contentId}
          label={text.content}
          placeholder={text.placeholder}
          size="thread"
          value={form.values.content}
          error={form.errors['content']}
          onChange={(content) => {
            form.setFieldValue('content', content);
          }}
          hintId={hintId}
          isRequired
          isPreview={isPreview}
        />
        <div className={classes.formActions}>
          <p id={hintId} className={classes.formHint}>
            {commenting.hint}
          </p>
          <Button
            variant="subtle"
            aria-pressed={isPreview}
            onClick={() => {
              setPreview(!isPreview);
            }}
          >
            {commenting.preview}
          </Button>
          <ButtonLink to="/community/category/$id" params={{ id: categoryId }} variant="default">
            {messages.common.cancel}
          </ButtonLink>
          <Button type="submit" isLoading={isPending}>
            {text.create}
          </Button>
        </div>
      </div>
    </form>
  );
}
