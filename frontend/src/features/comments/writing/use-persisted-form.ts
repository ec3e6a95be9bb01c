import { useForm } from '@mantine/form';
import { useState } from 'react';
import { persistText, readPersistedText, type PersistedText } from '../../../lib/persisted-text';
import { commenting as text } from '../../../messages/commenting';
import { checkUploads, removePlaceholders } from '../../../shared/markdown-editor/file-insertion';
import type { Subject } from '../queries';

/** The key prefix of all unsent comments of a user. */
export const getDraftPrefix = (userId: string): string => `comment/${userId}/`;

export const getNewCommentDraftKey = (userId: string, { kind, id }: Subject): string =>
  `${getDraftPrefix(userId)}${kind}/${id}`;

export const getEditDraftKey = (userId: string, commentId: string): string =>
  `${getDraftPrefix(userId)}edit/${commentId}`;

export const getReplyDraftKey = (userId: string, commentId: string): string =>
  `${getDraftPrefix(userId)}reply/${commentId}`;

export interface InitialContent {
  content: string;
  /** An unsent draft: restored into the form, or offered separately if the stored text has changed since. */
  draft?: { text: string; typedAt: number; isOutdated: boolean };
}

/**
 * The initial content of a form: a draft never replaces a stored text that is newer than the one the draft is based on.
 */
export function getInitialContent(
  persisted: PersistedText | null,
  stored: string,
  baseVersion?: string,
): InitialContent {
  if (!persisted || persisted.text === stored) return { content: stored };
  const isOutdated = persisted.baseVersion !== baseVersion;
  return {
    content: isOutdated ? stored : persisted.text,
    draft: { text: persisted.text, typedAt: persisted.typedAt, isOutdated },
  };
}

interface PersistedFormOptions {
  /** The storage key of the unsent text. */
  name: string;
  /** The stored text being edited, and its version. */
  stored?: string;
  baseVersion?: string;
}

/**
 * A form with a single persisted text field. A draft is restored unless the stored text has changed since; then it is
 * offered separately.
 */
export function usePersistedForm(options: PersistedFormOptions) {
  // Captured at opening: drafts are based on this text, even if the stored text changes meanwhile.
  const [{ name, stored = '', baseVersion }] = useState(options);
  const [initial] = useState(() => getInitialContent(readPersistedText(name), stored, baseVersion));
  const [draft, setDraft] = useState(initial.draft);
  const form = useForm({
    initialValues: { content: initial.content },
    validate: { content: (content) => (content.trim() === '' ? text.blank : checkUploads(content)) },
    onValuesChange: ({ content }) => {
      const kept = removePlaceholders(content);
      persistText(name, kept === stored ? '' : kept, baseVersion);
    },
  });
  const reset = (content: string) => {
    setDraft(undefined);
    form.setValues({ content });
    form.resetDirty();
  };
  return {
    form,
    draft,
    discardDraft: () => {
      reset(stored);
      persistText(name, '');
    },
    restoreDraft: () => {
      if (draft) reset(draft.text);
    },
    /** Call after sending or canceling. */
    clear: () => {
      reset('');
      persistText(name, '');
    },
  };
}
