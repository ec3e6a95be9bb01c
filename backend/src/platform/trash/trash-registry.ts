import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/actor.js';

/** A row of {@link TrashRule.selectTrashed}. */
export interface TrashedRow {
  id: string;
  /** of the subject, or of what it belongs to */
  title: string;
  deleted_at: Date;
  deleted_by: string | null;
}

/** How subjects of one type are restored and purged. What is in the trash is missing for everything else. */
export interface TrashRule {
  /** Holders restore and purge what others have deleted. */
  permission: string;
  /**
   * A statement without order and limit for the subjects in the trash that the actor may restore.
   * @param actor null for the system, which sees all
   */
  selectTrashed(actor: Actor | null): RawBuilder<TrashedRow>;
  /** In a transaction of its own. @throws 404 when it is not in the trash or the actor may not restore it, 403, 409 */
  restore(actor: Actor, id: string): Promise<void>;
  /**
   * Deletes the subject for good, in a transaction of its own.
   * @param actor null for the system
   * @throws 404 as {@link restore}
   */
  purge(actor: Actor | null, id: string): Promise<void>;
}

/**
 * Whether the actor may restore a row, over an alias of a table with `author_id` and `deleted_by`: authors what they
 * have deleted themselves, holders of the permission everything.
 */
export const isRestorableBy = (actor: Actor, permission: string, row: string): RawBuilder<boolean> =>
  sql`(${actor.can(permission)}::boolean
    or ${sql.ref(`${row}.author_id`)} = ${actor.id}::uuid and ${sql.ref(`${row}.deleted_by`)} = ${actor.id}::uuid)`;

/** The subjects of all modules that go to the trash when they are deleted, one rule per type. */
@Injectable()
export class TrashRegistry {
  private readonly rules = new Map<string, TrashRule>();

  register(type: string, rule: TrashRule): void {
    if (this.rules.has(type)) throw new Error(`The trash of ${type} is registered twice.`);
    this.rules.set(type, rule);
  }

  get(type: string): TrashRule {
    const rule = this.rules.get(type);
    if (!rule) throw new Error(`The trash of ${type} is not registered.`);
    return rule;
  }

  get all(): [type: string, rule: TrashRule][] {
    return [...this.rules];
  }
}
