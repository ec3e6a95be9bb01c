import type { ByteSpan } from '../storage/storage.js';

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110, 14). Several ranges at once, other units and nonsense are
 * ignored, as the RFC allows, and the whole file is the answer.
 */
export function parseRange(header: string | undefined, size: number): ByteSpan | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return start > end ? 'unsatisfiable' : { start, end };
}
