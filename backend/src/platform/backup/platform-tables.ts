import type { TableDeclarations } from './backup-tables.js';

/** The tables of the platform itself. The jobs are in a schema of their own, `pgboss`, which no backup contains. */
export const platformTables: TableDeclarations = {
  kept: [
    'audit_log',
    'counters',
    'file_uses',
    'files',
    'settings',
    // Videos refer to them until they are processed. The parts of unfinished uploads are not in the archive.
    'uploads',
  ],
  excluded: {
    backup_verifications: 'checks of archives of this installation',
    backups: 'archives of this installation; the restored one may be elsewhere',
    idempotency_keys: 'valid for a day, for requests that are repeated',
    mail_deliveries: 'state of the running hub',
    mikro_orm_migrations: 'written by the migrations that the restore runs',
    rate_limits: 'rate limits of the last minutes',
  },
};
