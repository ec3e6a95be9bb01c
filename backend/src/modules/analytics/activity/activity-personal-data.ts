import { Injectable, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { Events } from '../../../platform/events/events.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { userErased } from '../../auth/index.js';
import { ActivityLog } from './activity-log.js';

/**
 * The recent activity of a user. Erasing keeps the events, as those of a guest. It runs after the erasure, because the
 * log is large and has no index by user.
 */
@Injectable()
export class ActivityPersonalData implements OnModuleInit {
  constructor(
    private readonly log: ActivityLog,
    private readonly events: Events,
    personalData: PersonalData,
  ) {
    personalData.register({
      sections: [
        {
          name: 'activity',
          description: 'Entries in the log of recent activity',
          select: (id) => sql`
            select a.id as cursor, a.action, a.content_type, a.content_id, a.created_at
            from activity a where a.user_id = ${id}::uuid`,
        },
      ],
    });
  }

  onModuleInit(): void {
    this.events.on(userErased, 'activity', ({ userId }) => this.log.anonymize(userId));
  }
}
