import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { applyProblem } from './apply-problem';
import { useRefusal } from './use-refusal';

interface SendingOptions<Values extends Record<string, unknown>, Answer> {
  form: UseFormReturnType<Values>;
  send: (values: Values) => Promise<Answer>;
  onSent?: (answer: Answer) => unknown;
  /** The sentence for a failure that belongs to no field. */
  explain: (error: unknown) => string;
}

/** Checks a form, sends it, and puts what is wrong where it belongs: at its field, which gets the focus, or above them all. */
export function useSending<Values extends Record<string, unknown>, Answer>(options: SendingOptions<Values, Answer>) {
  const { form, send, onSent, explain } = options;
  const element = useRef<HTMLFormElement>(null);
  const { refuse } = useRefusal(element);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: send,
    onMutate: () => {
      setFailure(null);
    },
    onSuccess: onSent,
    onError: (refused) => {
      if (applyProblem(form, refused)) refuse();
      else setFailure(explain(refused));
    },
  });
  const onSubmit = form.onSubmit((values) => {
    if (!isPending) mutate(values);
  }, refuse);
  return { formProps: { ref: element, noValidate: true, onSubmit }, failure, data, error, isPending };
}
