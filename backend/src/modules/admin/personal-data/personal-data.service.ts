import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Config } from '../../../platform/config/config.js';
import { removeCredentials } from '../../../platform/config/credentials-file.js';
import { Database } from '../../../platform/database/database.js';
import { BULK_STATEMENT_TIMEOUT_MS, withStatementTimeout } from '../../../platform/database/statement-timeout.js';
import { Files } from '../../../platform/files/files.js';
import { RateLimiter } from '../../../platform/limits/rate-limiter.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { UsersFacade } from '../../auth/index.js';
import type { Texts } from '../../../platform/language/texts.js';

const OWN_EXPORTS = { limit: 5, windowSeconds: 3600, refusal: (texts: Texts) => texts.admin.exportLimit };

/** Exports everything that is stored about a user, and erases users. */
@Injectable()
export class PersonalDataService {
  constructor(
    private readonly personalData: PersonalData,
    private readonly users: UsersFacade,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly files: Files,
    private readonly rateLimiter: RateLimiter,
    private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns a JSON document. @throws 404, 403 role_above_own */
  async export(actor: Actor, userId: string): Promise<Readable> {
    const id = await this.users.requireReadable(actor, userId);
    await this.audit.record({ actor, action: 'user.exported', subject: { type: 'user', id } });
    return this.stream(id);
  }

  /** @returns a JSON document. @throws 429 */
  async exportOwn(actor: Actor): Promise<Readable> {
    await this.rateLimiter.consume(`personal-data:${actor.userId}`, OWN_EXPORTS);
    return this.stream(actor.userId);
  }

  /**
   * Erases a user in one transaction. What the user wrote stays, by "Former member".
   * @param email of the user, typed by the administrator as confirmation
   * @throws 404, 400 when the email address differs, 403 own_account, role_above_own, 409 last_admin
   */
  async erase(actor: Actor, userId: string, email: string): Promise<void> {
    const avatarFileId = await withStatementTimeout(BULK_STATEMENT_TIMEOUT_MS, () =>
      this.database.transaction(async () => {
        const { avatar_file_id: avatar, ...user } = await this.users.lockForErasure(actor, userId, email);
        await this.personalData.erase(user);
        await this.audit.record({ actor, action: 'user.erased', subject: { type: 'user', id: user.id } });
        await this.users.publishErased(user.id);
        return avatar;
      }),
    );
    if (avatarFileId) await this.files.discard([avatarFileId]);
    await this.removeCredentials(email);
  }

  /** Of an account that the hub itself had created, from the file that `npm start` prints. */
  private async removeCredentials(email: string): Promise<void> {
    try {
      await removeCredentials(this.config.dataDir, [email]);
    } catch (error) {
      // The user is erased all the same, and the password is of no use.
      this.logger.warn({ err: error }, 'the login of an erased user was not removed from credentials.txt');
    }
  }

  private stream(userId: string): Readable {
    return Readable.from(this.personalData.export(userId));
  }
}
