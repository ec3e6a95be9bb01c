import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

export const authTables: TableDeclarations = {
  kept: [
    'api_tokens',
    'external_identities',
    'invitations',
    'passkeys',
    'role_code_redemptions',
    'role_codes',
    'user_stats',
    'users',
  ],
  excluded: {
    failed_sign_ins: 'figures of the last days about attempts on the former installation',
    one_time_tokens: 'links of mails, valid for hours; a restored one could be used a second time',
    sessions: 'a session that was ended after the backup must not begin again; users sign in',
    sign_in_lockouts: 'accounts that are locked for minutes',
  },
};
