import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden } from '../../../platform/errors/domain-error.js';

const RECENT_MINUTES = 10;

/** For actions that a stolen session must not be enough for. */
@Injectable()
export class RecentSignIn {
  constructor(private readonly database: Database) {}

  /** @throws 403 recent_sign_in_required */
  async require({ sessionId }: Actor): Promise<void> {
    const since = new Date(Date.now() - RECENT_MINUTES * 60_000);
    const session = await this.database.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('authenticated_at', '>', since)
      .executeTakeFirst();
    if (!session)
      throw forbidden(
        `For this, you must have signed in within the last ${RECENT_MINUTES} minutes. Please sign in again.`,
        'recent_sign_in_required',
      );
  }
}
