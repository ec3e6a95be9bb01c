import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { Credentials } from '../credentials/credentials.js';

const columns = ['id', 'name', 'backed_up', 'created_at', 'last_used_at'] as const;
export type PasskeyRow = Pick<Row<'passkeys'>, (typeof columns)[number]>;

/** A user's own passkeys. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
  ) {}

  async list(userId: string): Promise<PasskeyRow[]> {
    return this.database.db
      .selectFrom('passkeys')
      .select(columns)
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .execute();
  }

  async rename(userId: string, id: string, name: string): Promise<PasskeyRow> {
    const row = await this.database.db
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(columns)
      .executeTakeFirst();
    if (!row) throw notFound('This passkey');
    return row;
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'This passkey', async () => {
      const removed = await this.database.db
        .deleteFrom('passkeys')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('This passkey');
    });
  }
}
