import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { Credentials } from '../credentials/credentials.js';

export interface ExternalIdentityRow {
  id: string;
  issuer: string;
  created_at: Date;
  last_used_at: Date;
}

/** A user's linked accounts at issuers. */
@Injectable()
export class ExternalIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
  ) {}

  async list(userId: string): Promise<ExternalIdentityRow[]> {
    return this.database.query<ExternalIdentityRow>(
      `select id, issuer, created_at, last_used_at from external_identities
       where user_id = $1 order by created_at desc, id`,
      [userId],
    );
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'This account', async () => {
      const [removed] = await this.database.query(
        'delete from external_identities where id = $1 and user_id = $2 returning id',
        [id, userId],
      );
      if (!removed) throw notFound('This linked account');
    });
  }
}
