import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../api/problem';

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
