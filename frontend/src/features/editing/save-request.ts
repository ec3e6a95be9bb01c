import { useRef } from 'react';
import { createRandomKey } from '../../lib/browser';

/**
 * Returns one idempotency key per request body: retrying the same body creates nothing twice, a changed body is a new
 * request.
 */
export function useIdempotencyKey(): (body: string) => string {
  const last = useRef({ body: '', key: '' });
  return (body) => {
    if (last.current.body !== body) last.current = { body, key: createRandomKey() };
    return last.current.key;
  };
}

/** A request as multipart form data, for saves with a file: every field is text, null becomes ''. */
export function toFormData(request: object, files: Record<string, File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) {
    if (Array.isArray(value)) form.set(name, JSON.stringify(value));
    else if (value !== undefined) form.set(name, String(value ?? ''));
  }
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}
