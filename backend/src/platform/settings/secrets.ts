import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

const PREFIX = 'secret.';

/**
 * Random keys shared by all instances, created at first use and never changed. They are stored beside the settings, but
 * no screen shows them and no audit entry records them.
 */
@Injectable()
export class Secrets {
  constructor(private readonly database: Database) {}

  /** 256 bits in base64url, created by the first call on any instance. */
  async get(name: string): Promise<string> {
    const key = PREFIX + name;
    const { db } = this.database;
    const value = JSON.stringify(randomBytes(32).toString('base64url'));
    await db
      .insertInto('settings')
      .values({ key, value, updated_at: new Date() })
      .onConflict((existing) => existing.column('key').doNothing())
      .execute();
    const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
    if (!row) throw new Error(`The secret ${name} has disappeared.`);
    return row.value as string;
  }
}
