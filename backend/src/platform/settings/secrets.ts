import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

const PREFIX = 'secret.';

/**
 * Random keys that all instances share, each made at its first use and kept for good. They live beside the settings but are
 * none: nobody chooses them, no screen shows them, and no change of theirs is in the audit log.
 */
@Injectable()
export class Secrets {
  constructor(private readonly database: Database) {}

  /** 256 bits in base64url; whichever instance asks first makes them. */
  async get(name: string): Promise<string> {
    const key = PREFIX + name;
    await this.database.query(
      'insert into settings (key, value, updated_at) values ($1, $2, $3) on conflict (key) do nothing',
      [key, JSON.stringify(randomBytes(32).toString('base64url')), new Date()],
    );
    const row = await this.database.one<{ value: string }>('select value from settings where key = $1', [key]);
    if (!row) throw new Error(`The secret ${name} has disappeared.`);
    return row.value;
  }
}
