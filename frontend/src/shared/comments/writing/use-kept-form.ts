import { useForm } from '@mantine/form';
import { keepText, keptText } from '../../../lib/kept-text';
import { commenting as text } from '../../../messages/en-commenting';

/** A form of one text, which is kept under this name until it is sent. */
export function useKeptForm(name: string, initial: string) {
  const form = useForm({
    initialValues: { content: keptText(name) || initial },
    validate: { content: (content) => (content.trim() === '' ? text.blank : null) },
    onValuesChange: ({ content }) => {
      keepText(name, content === initial ? '' : content);
    },
  });
  const forget = () => {
    form.setValues({ content: '' });
    form.resetDirty();
    keepText(name, '');
  };
  return { form, forget };
}
