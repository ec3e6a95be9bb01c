import { useForm } from '@mantine/form';
import { useState } from 'react';
import { keepText, keptText } from '../../../lib/kept-text';
import { commenting as text } from '../../../messages/en-commenting';
import { beginWith } from './begin-with';

interface KeptFormOptions {
  /** What it is kept under until it is sent. */
  name: string;
  /** The stored text that is changed here, and which state of it this is. */
  stored?: string;
  basis?: string;
}

/** A form of one text. What was typed before is found again, unless the stored text has changed since: then it waits beside it. */
export function useKeptForm(options: KeptFormOptions) {
  // As it was opened: what others do meanwhile is not what was typed from.
  const [{ name, stored = '', basis }] = useState(options);
  const [beginning] = useState(() => beginWith(keptText(name), stored, basis));
  const [found, setFound] = useState(beginning.found);
  const form = useForm({
    initialValues: { content: beginning.content },
    validate: { content: (content) => (content.trim() === '' ? text.blank : null) },
    onValuesChange: ({ content }) => {
      keepText(name, content === stored ? '' : content, basis);
    },
  });
  const reset = (content: string) => {
    setFound(undefined);
    form.setValues({ content });
    form.resetDirty();
  };
  return {
    form,
    found,
    /** The stored text again. */
    discardFound: () => {
      reset(stored);
      keepText(name, '');
    },
    bringBack: () => {
      if (found) reset(found.text);
    },
    /** It is sent, or no longer wanted. */
    forget: () => {
      reset('');
      keepText(name, '');
    },
  };
}
