import { createHash } from 'node:crypto';
import {
  createParamDecorator,
  type ExecutionContext,
  Global,
  Injectable,
  Module,
  type OnModuleInit,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Database } from '../database/database.js';
import { PersonalData } from '../personal-data/personal-data.js';
import { Jobs } from '../jobs/jobs.js';
import { conflict, invalid } from '../http/errors/domain-error.js';

/** A request with an Idempotency-Key: its user and a hash of its content. */
export interface IdempotencyContext {
  userId: string;
  key: string;
  requestHash: string;
}

const KEY = /^[\x21-\x7e]{8,200}$/;

/** The Idempotency-Key of this request, undefined without one. */
export const IdempotencyKey = createParamDecorator(
  (_data: unknown, context: ExecutionContext): IdempotencyContext | undefined => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined || !request.actor?.id) return undefined;
    if (typeof key !== 'string' || !KEY.test(key))
      throw invalid([
        { field: 'Idempotency-Key', message: 'The Idempotency-Key must have 8 to 200 printable characters.' },
      ]);
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
  constructor(private readonly database: Database) {}

  /**
   * Runs a creating command at most once per key. Key and response are written in the transaction of the command; a
   * concurrent repeat waits for the first request at the unique key.
   * @throws 409 when the key was used for another request
   */
  async runOnce<T extends object>(context: IdempotencyContext | undefined, command: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      if (!context) return command();
      const { userId, key, requestHash } = context;
      await this.database.query('delete from idempotency_keys where user_id = $1 and key = $2 and expires_at < $3', [
        userId,
        key,
        new Date(),
      ]);
      const [inserted] = await this.database.query(
        `insert into idempotency_keys (user_id, key, request_hash, expires_at) values ($1, $2, $3, $4)
         on conflict do nothing returning key`,
        [userId, key, requestHash, new Date(Date.now() + 24 * 3600_000)],
      );
      if (!inserted) return this.getFirstResponse<T>(context);
      const response = await command();
      await this.database.query('update idempotency_keys set answer = $3 where user_id = $1 and key = $2', [
        userId,
        key,
        JSON.stringify(response),
      ]);
      return response;
    });
  }

  private async getFirstResponse<T>({ userId, key, requestHash }: IdempotencyContext): Promise<T> {
    const first = await this.database.one<{ request_hash: string; answer: T }>(
      'select request_hash, answer from idempotency_keys where user_id = $1 and key = $2',
      [userId, key],
    );
    if (first?.request_hash !== requestHash)
      throw conflict('idempotency_key_reused', 'This Idempotency-Key was already used for another request.');
    return first.answer;
  }

  /** Stored responses contain texts of the user. Joins the caller's transaction. */
  async deleteAll(userId: string): Promise<void> {
    await this.database.query('delete from idempotency_keys where user_id = $1', [userId]);
  }

  async sweep(): Promise<void> {
    await this.database.query('delete from idempotency_keys where expires_at < $1', [new Date()]);
  }
}

@Global()
@Module({ providers: [Idempotency], exports: [Idempotency] })
export class IdempotencyModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly idempotency: Idempotency,
    personalData: PersonalData,
  ) {
    // Not exported: responses of the last day repeat what other sections contain.
    personalData.register({ sections: [], erase: ({ id }) => idempotency.deleteAll(id) });
  }

  onModuleInit(): void {
    this.jobs.define('idempotency.sweep', () => this.idempotency.sweep(), { cron: '23 * * * *' });
  }
}
