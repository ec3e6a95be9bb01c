import type { UseFormReturnType } from '@mantine/form';
import { type RefObject, useEffect, useReducer, useRef, useState } from 'react';
import { ApiError, hasCode } from '../../api/problem';
import { useActionMutation } from '../use-action-mutation';

/**
 * Maps the server's `errors[]` to form fields. Returns false if none matched a field, so that the caller shows the
 * error elsewhere. Names may have an index (`tags.0`), which maps to the field before the dot.
 */
export function setFieldErrors<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.keys(form.getValues());
  const matched = (error.problem.errors ?? []).flatMap(({ field, message }) => {
    const name = field.split(/[.[]/)[0] ?? '';
    return known.includes(name) ? [[name, message] as const] : [];
  });
  if (matched.length === 0) return false;
  form.setErrors(Object.fromEntries(matched));
  return true;
}

/** Whether neither a sticky bar nor the edge of the window hides an element. */
function isClear(element: Element): boolean {
  const { left, top, height } = element.getBoundingClientRect();
  const shown = document.elementFromPoint(left + 1, top + height / 2);
  return shown !== null && (element.contains(shown) || shown.contains(element));
}

/** Focuses a field. Browsers scroll to the field only, so its error may be below a sticky bar. */
function focusWithError(field: HTMLElement): void {
  field.focus();
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const parts = [field, ...ids.flatMap((id) => document.getElementById(id) ?? [])];
  parts.findLast((part) => !isClear(part))?.scrollIntoView({ block: 'center' });
}

/**
 * Scrolls to the error after a rejected submit, and focuses the first invalid field. `focusFirstError` is called
 * together with setting the errors; the counter of rejections lets views with errors come to the front. Not triggered
 * by error changes: fixing one field must not move the focus to the next.
 */
export function useServerErrors(form: RefObject<HTMLFormElement | null>) {
  const [errorCount, focusFirstError] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (errorCount === 0) return;
    // The error of the whole form is above the fields; the field comes last, because it matters more.
    form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) focusWithError(field);
  }, [errorCount, form]);
  return { errorCount, focusFirstError };
}

interface FormSubmitBase<Values extends Record<string, unknown>, Result> {
  form: UseFormReturnType<Values>;
  submit: (values: Values) => Promise<Result>;
  onSuccess?: (result: Result) => unknown;
}

interface ErrorAboveForm {
  /** The text of an error that belongs to no field. */
  getErrorText: (error: unknown) => string;
}

interface ErrorInDialog {
  /** Shows an error in a dialog, also one that belongs to a field; resolves when the dialog is closed. */
  showError: (error: unknown) => Promise<void>;
}

type FormSubmitOptions<Values extends Record<string, unknown>, Result> = FormSubmitBase<Values, Result> &
  (ErrorAboveForm | ErrorInDialog);

/**
 * Validates and submits a form, and shows errors at their fields, the first of which gets the focus, and above the form
 * or in a dialog.
 */
export function useFormSubmit<Values extends Record<string, unknown>, Result>(
  options: FormSubmitOptions<Values, Result>,
) {
  const { form, submit, onSuccess } = options;
  const element = useRef<HTMLFormElement>(null);
  const { focusFirstError } = useServerErrors(element);
  const [formError, setFormError] = useState<string | null>(null);
  const { mutate, data, error, isPending } = useActionMutation({
    mutationFn: submit,
    onMutate: () => {
      setFormError(null);
    },
    onSuccess: onSuccess,
    onError: (caught) => {
      const isAtField = setFieldErrors(form, caught);
      if ('showError' in options) {
        // The sign-in dialog opens.
        if (hasCode(caught, 'not_signed_in')) return;
        void options.showError(caught).then(() => {
          // Fields behind an open dialog cannot have the focus.
          if (isAtField) focusFirstError();
        });
      } else {
        if (!isAtField) setFormError(options.getErrorText(caught));
        focusFirstError();
      }
    },
  });
  const onSubmit = form.onSubmit((values) => {
    if (!isPending) mutate(values);
  }, focusFirstError);
  return { formProps: { ref: element, noValidate: true, onSubmit }, formError, data, error, isPending };
}
