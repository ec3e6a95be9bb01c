import { Global, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../database/database.js';
import { FORMER_MEMBER } from '../../schema/index.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { Audit } from './audit.js';
import { AuditLog } from './audit-log.js';

@Global()
@Module({ providers: [Audit, AuditLog], exports: [Audit, AuditLog] })
export class AuditModule {
  constructor(database: Database, personalData: PersonalData) {
    // The entries of the audit log by and about a user. Erasing keeps them, without the name.
    personalData.register({
      sections: [
        {
          name: 'audit_log_by_user',
          description: 'Privileged actions of the user',
          select: (id) => sql`
            select a.id as cursor, a.action, a.subject_type, a.subject_id, a.created_at
            from audit_log a where a.actor_id = ${id}::uuid`,
        },
        {
          name: 'audit_log_about_user',
          description: 'Privileged actions of others on the account',
          select: (id) => sql`
            select a.id as cursor, a.action, a.before, a.after, a.created_at
            from audit_log a where a.subject_type = 'user' and a.subject_id = ${id}::uuid::text`,
        },
      ],
      erase: async ({ id }) => {
        await database.db
          .updateTable('audit_log')
          .set({ actor_name: FORMER_MEMBER })
          .where('actor_id', '=', id)
          .execute();
      },
    });
  }
}
