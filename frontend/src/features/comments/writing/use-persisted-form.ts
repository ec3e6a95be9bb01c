import { useForm } from '@mantine/form';
import { useState } from 'react';
import { persistText, readPersistedText } from '../../../lib/persisted-text';
import { commenting as text } from '../../../messages/en-commenting';
import { getInitialContent } from './initial-content';

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
    validate: { content: (content) => (content.trim() === '' ? text.blank : null) },
    onValuesChange: ({ content }) => {
      persistText(name, content === stored ? '' : content, baseVersion);
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
