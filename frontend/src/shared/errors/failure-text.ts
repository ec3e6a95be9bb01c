import { detailOf } from '../../api/problem';

/** The server's own sentence where it sent one, otherwise ours. */
export function failureText(error: unknown, otherwise: string): string {
  return detailOf(error) ?? otherwise;
}
