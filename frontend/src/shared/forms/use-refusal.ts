import { useEffect, useReducer, type RefObject } from 'react';

/**
 * After a refused submit the first wrong field gets the focus. `refuse` is called together with setting the errors;
 * `refusals` counts, for what has to come forward first. Not whenever errors change: mending one field must not carry
 * people off to the next.
 */
export function useRefusal(form: RefObject<HTMLFormElement | null>) {
  const [refusals, refuse] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals, form]);
  return { refusals, refuse };
}
