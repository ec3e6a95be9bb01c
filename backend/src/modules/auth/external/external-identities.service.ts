import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { SignInMeans } from '../sign-in/sign-in-means.js';

export interface ExternalIdentityRow {
  id: string;
  issuer: string;
  created_at: Date;
  last_used_at: Date;
}

/** The accounts at issuers by which a person signs in. */
@Injectable()
export class ExternalIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly means: SignInMeans,
  ) {}

  async list(userId: string): Promise<ExternalIdentityRow[]> {
    return this.database.query<ExternalIdentityRow>(
      'select id, issuer, created_at, last_used_at from external_identities where user_id = $1 order by created_at desc, id',
      [userId],
    );
  }

  /** @throws 404, 409 last_sign_in when nothing else would let the person in */
  async remove(userId: string, id: string): Promise<void> {
    await this.means.removeOne(userId, 'This account', async () => {
      const [removed] = await this.database.query(
        'delete from external_identities where id = $1 and user_id = $2 returning id',
        [id, userId],
      );
      if (!removed) throw notFound('This linked account');
    });
  }
}
