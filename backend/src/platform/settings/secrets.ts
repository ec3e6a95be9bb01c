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
    await this.database.query(
      'insert into settings (key, value, updated_at) values ($1, $2, $3) on conflict (key) do nothing',
      [key, JSON.stringify(randomBytes(32).toString('base64url')), new Date()],
    );
    const row = await this.database.one<{ value: string }>('select value from settings where key = $1', [key]);
    if (!row) throw new Error(`The secret ${name} has disappeared.`);
    return row.value;
  }
}
