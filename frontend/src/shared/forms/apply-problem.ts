import type { UseFormReturnType } from '@mantine/form';
import { ApiError } from '../../api/problem';

/**
 * Puts the server's `errors[]` at the fields they speak of. Answers false when nothing landed at a field, so that the
 * caller shows the failure otherwise. Names may have an index (`tags.0`); the field before the dot gets the text.
 */
export function applyProblem<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.keys(form.getValues());
  const found = (error.problem.errors ?? []).flatMap(({ field, message }) => {
    const name = field.split(/[.[]/)[0] ?? '';
    return known.includes(name) ? [[name, message] as const] : [];
  });
  if (found.length === 0) return false;
  form.setErrors(Object.fromEntries(found));
  return true;
}
