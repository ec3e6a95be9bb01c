import { invalid } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';

/** The place of a row in a list that is sorted by time; the id makes the order total. */
export interface TimeCursor {
  at: Date;
  id: string;
}

export const encodeCursor = ({ at, id }: TimeCursor): string =>
  Buffer.from(JSON.stringify([at.toISOString(), id])).toString('base64url');

/** @throws 400 for anything that {@link encodeCursor} has not made */
export function decodeCursor(text: string): TimeCursor {
  const cursor = parse(text);
  if (!cursor) throw invalid([{ field: 'after', message: 'The cursor must be one of a former response.' }]);
  return cursor;
}

function parse(text: string): TimeCursor | undefined {
  try {
    const [time, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const at = new Date(String(time));
    return typeof id === 'string' && isId(id) && !Number.isNaN(at.getTime()) ? { at, id } : undefined;
  } catch {
    return undefined;
  }
}
