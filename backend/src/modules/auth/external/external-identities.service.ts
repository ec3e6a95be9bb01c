import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { Credentials } from '../credentials/credentials.js';

export type ExternalIdentityRow = Pick<Row<'external_identities'>, 'id' | 'issuer' | 'created_at' | 'last_used_at'>;

/** A user's linked accounts at issuers. */
@Injectable()
export class ExternalIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
  ) {}

  async list(userId: string): Promise<ExternalIdentityRow[]> {
    return this.database.db
      .selectFrom('external_identities')
      .select(['id', 'issuer', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'This account', async () => {
      const removed = await this.database.db
        .deleteFrom('external_identities')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('This linked account');
    });
  }
}
