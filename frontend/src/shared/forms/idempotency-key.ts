import { useRef } from 'react';
import { createRandomKey } from '../../lib/browser';

/** Options of a request of the API client. */
interface KeyOptions {
  headers: { 'Idempotency-Key': string };
}

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

/**
 * For forms that stay open: returns a function that sends a request with its idempotency key. The same body is a new
 * request once the former one has succeeded.
 */
export function useIdempotentRequest(): <Body extends object, Result>(
  body: Body,
  send: (body: Body, options: KeyOptions) => Promise<Result>,
) => Promise<Result> {
  const getKey = useIdempotencyKey();
  return async (body, send) => {
    const result = await send(body, { headers: { 'Idempotency-Key': getKey(JSON.stringify(body)) } });
    getKey('');
    return result;
  };
}
