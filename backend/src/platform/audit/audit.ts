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
    await this.database.query(
      `insert into audit_log (id, actor_id, actor_name, action, subject_type, subject_id, before, after, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        uuidv7(),
        actor?.id ?? null,
        actor?.name ?? 'System',
        action,
        subject.type,
        subject.id,
        json(before),
        json(after),
        new Date(),
      ],
    );
  }
}

const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value));
