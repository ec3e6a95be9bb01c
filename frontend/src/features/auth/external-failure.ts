import { people } from '../../messages/en-people';

const reasons: Partial<Record<string, string>> = people.callback.reasons;

/** What the server's word for a failed sign-in at a provider means. */
export function externalFailure(code: string): string {
  return reasons[code] ?? people.callback.failed;
}
