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
