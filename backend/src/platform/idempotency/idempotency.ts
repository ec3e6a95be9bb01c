import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Database } from '../database/database.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { Jobs } from '../jobs/jobs.js';
import { conflict, invalid } from '../errors/domain-error.js';

/** A request with an Idempotency-Key: its user and a hash of its content. */
export interface IdempotencyContext {
  userId: string;
  key: string;
  requestHash: string;
}

const KEY = /^[\x21-\x7e]{8,200}$/;
const KEPT_MS = 24 * 3600_000;

/** The Idempotency-Key of this request, undefined without one. */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext): IdempotencyContext | undefined => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.actor?.id) return undefined;
    if (typeof key !== 'string' || !KEY.test(key))
      throw invalid([{ field: 'Idempotency-Key', message: (texts) => texts.platform.invalidIdempotencyKey }]);
    // Files are hashed by content, because form boundaries differ with every attempt.
    const files = Object.entries(request.formFiles ?? {}).map(([name, { sha256 }]) => [name, sha256]);
    const fingerprint = JSON.stringify([request.method, request.url, request.body, ...files]);
    return { userId: request.actor.id, key, requestHash: createHash('sha256').update(fingerprint).digest('base64url') };
  },
);

export const IdempotencyHeader = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description:
      '8 to 200 printable characters; the same key within 24 hours returns the first response and creates nothing',
  });

@Injectable()
export class Idempotency {
  constructor(
    private readonly database: Database,
    jobs: Jobs,
    personalData: PersonalData,
  ) {
    jobs.define('idempotency.sweep', () => this.sweep(), { cron: '23 * * * *' });
    // Not exported: responses of the last day repeat what other sections contain.
    personalData.register({ sections: [], erase: ({ id }) => this.deleteAll(id) });
  }

  /**
   * Runs a creating command at most once per key. Key and response are written in the transaction of the command; a
   * concurrent repeat waits for the first request at the unique key.
   * @throws 409 when the key was used for another request
   */
  async runOnce<T extends object>(context: IdempotencyContext | undefined, command: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!context) return command();
      const { db } = this.database;
      const { userId, key, requestHash } = context;
      const now = new Date();
      await db
        .deleteFrom('idempotency_keys')
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .where('expires_at', '<', now)
        .execute();
      const expiresAt = new Date(now.getTime() + KEPT_MS);
      const inserted = await db
        .insertInto('idempotency_keys')
        .values({ user_id: userId, key, request_hash: requestHash, expires_at: expiresAt })
        .onConflict((duplicate) => duplicate.doNothing())
        .returning('key')
        .executeTakeFirst();
      if (!inserted) return this.getFirstResponse<T>(context);
      const response = await command();
      await db
        .updateTable('idempotency_keys')
        .set({ answer: JSON.stringify(response) })
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .execute();
      return response;
    });
  }

  private async getFirstResponse<T>({ userId, key, requestHash }: IdempotencyContext): Promise<T> {
    const first = await this.database.db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .executeTakeFirst();
    if (first?.request_hash !== requestHash)
      throw conflict('idempotency_key_reused', (texts) => texts.platform.idempotencyKeyReused);
    return first.answer as T;
  }

  /** Stored responses contain texts of the user. */
  private async deleteAll(userId: string): Promise<void> {
    await this.database.db.deleteFrom('idempotency_keys').where('user_id', '=', userId).execute();
  }

  private async sweep(): Promise<void> {
    await this.database.db.deleteFrom('idempotency_keys').where('expires_at', '<', new Date()).execute();
  }
}
