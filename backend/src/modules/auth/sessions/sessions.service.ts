import { Injectable } from '@nestjs/common';
import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Actor } from '../../../platform/access/actor.js';
import { ActorResolver, sessionsEnded } from '../../../platform/access/ports.js';
import { createBatchLoader, prepared } from '../../../platform/database/prepared.js';
import { Database } from '../../../platform/database/database.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { forbidden, notFound, unauthorized } from '../../../platform/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import type { Row, Schema } from '../../../schema/index.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { createToken, hashToken } from '../tokens/one-time-tokens.service.js';
import { selectCategoryGrants, toCategoryGrants } from '../groups/category-access.js';
import { isActive } from '../users/user.policy.js';

/** What is stored about the client of a session. */
interface ClientInfo {
  ip: string;
  userAgent: string;
}

export interface OpenedSession {
  userId: string;
  token: string;
  /** seconds */
  maxAge: number;
}

export type SessionRow = Pick<
  Row<'sessions'>,
  'id' | 'created_at' | 'last_seen_at' | 'expires_at' | 'user_agent' | 'ip'
>;

/** Sessions with their users, roles, permissions and groups, in one indexed statement. */
const findActors = prepared((db, values: { hashes: RawBuilder<readonly string[]>; now: RawBuilder<Date> }) =>
  db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('roles as r', 'r.name', 'u.role')
    .select(['s.token_hash', 's.id as sessionId', 's.last_seen_at', 'u.id', 'u.name', 'u.role', 'u.language'])
    .select(['r.permissions', selectCategoryGrants('u.id').as('categoryGrants')])
    .where('s.token_hash', '=', sql<string>`any(${values.hashes}::text[])`)
    .where('s.expires_at', '>', values.now)
    .where(isActive),
);

const SESSION_SECONDS = 604_800;
const REMEMBERED_SESSION_SECONDS = 2_592_000;
const IDS_PER_MESSAGE = 100;
const LAST_SEEN_INTERVAL_MS = 5 * 60_000;
const USER_AGENT_MAX = 400;
const RECENT_MINUTES = 10;

@Injectable()
export class SessionsService extends ActorResolver {
  /** By the hash of a token. Not cached, so that changes take effect with the next request. */
  private readonly loadActorRow = createBatchLoader(async (hashes) => {
    const rows = await findActors(this.database.db, { hashes, now: new Date() });
    return new Map(rows.map((row) => [row.token_hash, row]));
  });

  constructor(
    private readonly database: Database,
    private readonly pubsub: PubSub,
    private readonly apiTokens: ApiTokensService,
  ) {
    super();
  }

  override async resolve(token: string): Promise<Actor | undefined> {
    const row = await this.loadActorRow(hashToken(token));
    if (!row) return undefined;
    if (Date.now() - row.last_seen_at.getTime() > LAST_SEEN_INTERVAL_MS) await this.updateLastSeen(row.sessionId);
    return Actor.user({ ...row, categoryGrants: toCategoryGrants(row.categoryGrants) });
  }

  /**
   * Opens a session; joins the caller's transaction.
   * @returns the token, which is not stored
   * @throws 401 for accounts that may not sign in
   */
  async open(userId: string, client: ClientInfo, remember = false): Promise<OpenedSession> {
    const token = createToken();
    const maxAge = remember ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS;
    await this.database.transaction(async () => {
      const now = new Date();
      const user = await this.database.db
        .updateTable('users')
        .set({ last_login_at: now })
        .where('id', '=', userId)
        .where(isActive)
        .returning('id')
        .executeTakeFirst();
      if (!user) throw unauthorized();
      await this.database.db
        .insertInto('sessions')
        .values({
          id: uuidv7(),
          token_hash: hashToken(token),
          user_id: userId,
          created_at: now,
          expires_at: new Date(now.getTime() + maxAge * 1000),
          authenticated_at: now,
          last_seen_at: now,
          user_agent: client.userAgent.slice(0, USER_AGENT_MAX),
          ip: client.ip,
        })
        .execute();
    });
    return { userId, token, maxAge };
  }

  async list(userId: string): Promise<SessionRow[]> {
    return this.database.db
      .selectFrom('sessions')
      .select(['id', 'created_at', 'last_seen_at', 'expires_at', 'user_agent', 'ip'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', new Date())
      .orderBy('last_seen_at', 'desc')
      .limit(200)
      .execute();
  }

  /** Ends one of the user's own sessions. */
  async revoke(userId: string, sessionId: string): Promise<void> {
    if (!(await this.end((row) => row.and({ id: sessionId, user_id: userId })))) throw notFound('session');
  }

  async revokeByToken(token: string): Promise<void> {
    await this.end((row) => row('token_hash', '=', hashToken(token)));
  }

  /** Ends all of a user's sessions, or all but one. @returns how many */
  async revokeAll(userId: string, except: string | null = null): Promise<number> {
    return this.end((row) => row.and([row('user_id', '=', userId), ...(except ? [row('id', '<>', except)] : [])]));
  }

  /** Ends all of the actor's sessions but the current one, and on request revokes the API tokens. */
  async revokeOthers(
    actor: Actor,
    { revokesApiTokens }: { revokesApiTokens: boolean },
  ): Promise<{ sessions: number; apiTokens: number }> {
    return this.database.transaction(async () => ({
      sessions: await this.revokeAll(actor.userId, actor.sessionId),
      apiTokens: revokesApiTokens ? await this.apiTokens.revokeOwn(actor) : 0,
    }));
  }

  async deleteExpired(): Promise<void> {
    await this.database.db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
  }

  /** @throws 403 recent_sign_in_required */
  async requireRecentSignIn({ sessionId }: Actor): Promise<void> {
    const since = new Date(Date.now() - RECENT_MINUTES * 60_000);
    const session = await this.database.db
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('authenticated_at', '>', since)
      .executeTakeFirst();
    if (!session)
      throw forbidden((texts) => texts.auth.recentSignInRequired(RECENT_MINUTES), 'recent_sign_in_required');
  }

  /** Broadcasts the ended sessions on commit, so that every instance closes their streams. */
  private async end(isEnded: (row: ExpressionBuilder<Schema, 'sessions'>) => Expression<SqlBool>): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.database.db.deleteFrom('sessions').where(isEnded).returning('id').execute();
      for (let i = 0; i < ended.length; i += IDS_PER_MESSAGE)
        await this.pubsub.publish(sessionsEnded, { ids: ended.slice(i, i + IDS_PER_MESSAGE).map(({ id }) => id) });
      return ended.length;
    });
  }

  private async updateLastSeen(id: string): Promise<void> {
    await optionalWrite(() =>
      this.database.db.updateTable('sessions').set({ last_seen_at: new Date() }).where('id', '=', id).execute(),
    );
  }
}
