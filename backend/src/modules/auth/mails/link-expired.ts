import { invalid } from '../../../platform/http/domain-error.js';

/** For links from mails, whatever is wrong with their token. */
export const linkExpired = () =>
  invalid(
    [{ field: 'token', message: 'This link has expired or was used already. Please ask for a new one.' }],
    'link_expired',
  );
