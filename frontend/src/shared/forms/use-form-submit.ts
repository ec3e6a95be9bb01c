import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { setFieldErrors } from './field-errors';
import { useServerErrors } from './use-server-errors';

interface FormSubmitOptions<Values extends Record<string, unknown>, Result> {
  form: UseFormReturnType<Values>;
  submit: (values: Values) => Promise<Result>;
  onSuccess?: (result: Result) => unknown;
  /** The text of an error that belongs to no field. */
  getErrorText: (error: unknown) => string;
}

/**
 * Validates and submits a form, and shows errors at their fields, the first of which gets the focus, or above the form.
 */
export function useFormSubmit<Values extends Record<string, unknown>, Result>(
  options: FormSubmitOptions<Values, Result>,
) {
  const { form, submit, onSuccess, getErrorText } = options;
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const [formError, setFormError] = useState<string | null>(null);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: submit,
    onMutate: () => {
      setFormError(null);
    },
    onSuccess: onSuccess,
    onError: (caught) => {
      if (setFieldErrors(form, caught)) focusFirstError();
      else setFormError(getErrorText(caught));
    },
  });
  const onSubmit = form.onSubmit((values) => {
    if (!isPending) mutate(values);
  }, focusFirstError);
  return { formProps: { ref: element, noValidate: true, onSubmit }, formError, data, error, isPending };
}
