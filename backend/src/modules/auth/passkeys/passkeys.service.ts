import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { Credentials } from '../credentials/credentials.js';

export interface PasskeyRow {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const columns = 'id, name, backed_up, created_at, last_used_at';

/** A user's own passkeys. */
@Injectable()
export class PasskeysService {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
  ) {}

  async list(userId: string): Promise<PasskeyRow[]> {
    return this.database.query<PasskeyRow>(`select ${columns} from passkeys where user_id = $1 order by id desc`, [
      userId,
    ]);
  }

  async rename(userId: string, id: string, name: string): Promise<PasskeyRow> {
    const [row] = await this.database.query<PasskeyRow>(
      `update passkeys set name = $3 where id = $1 and user_id = $2 returning ${columns}`,
      [id, userId, name],
    );
    if (!row) throw notFound('This passkey');
    return row;
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'This passkey', async () => {
      const [removed] = await this.database.query('delete from passkeys where id = $1 and user_id = $2 returning id', [
        id,
        userId,
      ]);
      if (!removed) throw notFound('This passkey');
    });
  }
}
