import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { conflict, notFound } from '../../../platform/http/domain-error.js';

export interface PasskeyRow {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const columns = 'id, name, backed_up, created_at, last_used_at';

/** A person's own passkeys. */
@Injectable()
export class PasskeysService {
  constructor(private readonly database: Database) {}

  async list(userId: string): Promise<PasskeyRow[]> {
    return this.database.query<PasskeyRow>(`select ${columns} from passkeys where user_id = $1 order by id desc`, [userId]);
  }

  async rename(userId: string, id: string, name: string): Promise<PasskeyRow> {
    const [row] = await this.database.query<PasskeyRow>(`update passkeys set name = $3 where id = $1 and user_id = $2 returning ${columns}`, [id, userId, name]);
    if (!row) throw notFound('This passkey');
    return row;
  }

  /** @throws 409 last_sign_in when nothing else would let the person in */
  async remove(userId: string, id: string): Promise<void> {
    await this.database.transaction(async () => {
      // Locked, so that of the last two not both go at the same moment.
      await this.database.query('select id from users where id = $1 for update', [userId]);
      const [removed] = await this.database.query('delete from passkeys where id = $1 and user_id = $2 returning id', [id, userId]);
      if (!removed) throw notFound('This passkey');
      const left = await this.database.one(
        `select 1 as found from users u where u.id = $1 and (u.password_hash is not null
           or exists (select 1 from passkeys p where p.user_id = u.id) or exists (select 1 from external_identities e where e.user_id = u.id))`,
        [userId],
      );
      if (!left) throw conflict('last_sign_in', 'This passkey is the only way you can sign in. Please set up a password or another passkey first.');
    });
  }
}
