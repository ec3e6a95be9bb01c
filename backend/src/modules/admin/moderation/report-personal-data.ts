import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database } from '../../../platform/database/database.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';

/**
 * Reports and moderation by a user. Erasing keeps reports for the moderators, who then see "Former member" as the
 * reporter.
 */
@Injectable()
export class ReportPersonalData {
  constructor(database: Database, personalData: PersonalData) {
    personalData.register({
      sections: [
        {
          name: 'reports',
          description: 'Reports that the user sent to the moderators',
          select: (id) => sql`
            select r.id as cursor, r.subject_type, r.subject_id, r.reason, r.state, r.created_at, r.decided_at
            from reports r where r.reporter_id = ${id}::uuid`,
        },
        {
          name: 'reports_decided',
          description: 'Reports of others that the user decided on',
          select: (id) => sql`
            select r.id as cursor, r.subject_type, r.subject_id, r.state, r.decided_at
            from reports r where r.decided_by = ${id}::uuid`,
        },
        {
          name: 'moderation_assignments',
          description: 'Items of the moderation queue that the user works on',
          select: (id) => sql`
            select m.subject_id as cursor, m.subject_type, m.subject_id, m.assigned_at
            from moderation_assignments m where m.user_id = ${id}::uuid`,
        },
      ],
      erase: async ({ id }) => {
        await database.db.deleteFrom('moderation_assignments').where('user_id', '=', id).execute();
      },
    });
  }
}
