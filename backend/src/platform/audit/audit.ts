import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../access/actor.js';
import { Database } from '../database/database.js';

export interface AuditEntry {
  /** who did it; null when the system itself did, for example at the start */
  actor: Actor | null;
  /** resource.verb, for example user.role_changed */
  action: string;
  /** what it was done to, for example { type: 'user', id } */
  subject: { type: string; id: string };
  before?: object;
  after?: object;
}

/**
 * Records privileged actions. The entry is written in the transaction of the action, so neither exists without the
 * other.
 */
@Injectable()
export class Audit {
  constructor(private readonly database: Database) {}

  async record({ actor, action, subject, before, after }: AuditEntry): Promise<void> {
    await this.database.db
      .insertInto('audit_log')
      .values({
        id: uuidv7(),
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? 'System',
        action,
        subject_type: subject.type,
        subject_id: subject.id,
        before: before === undefined ? null : JSON.stringify(before),
        after: after === undefined ? null : JSON.stringify(after),
        created_at: new Date(),
      })
      .execute();
  }
}
