import { useEffect, useReducer, type RefObject } from 'react';

/**
 * Focuses the first invalid field after a rejected submit. `focusFirstError` is called together with setting the
 * errors; the counter of rejections lets views with errors come to the front. Not triggered by error changes: fixing
 * one field must not move the focus to the next.
 */
export function useServerErrors(form: RefObject<HTMLFormElement | null>) {
  const [errorCount, focusFirstError] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (errorCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errorCount, form]);
  return { errorCount, focusFirstError };
}
