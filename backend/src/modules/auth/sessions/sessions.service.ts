import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Actor } from '../../../platform/access/actor.js';
import { ActorResolver, sessionsEnded } from '../../../platform/access/ports.js';
import { createBatchLoader } from '../../../platform/database/batch-loader.js';
import { Database } from '../../../platform/database/database.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { notFound, unauthorized } from '../../../platform/http/errors/domain-error.js';
import { PubSub } from '../../../platform/pubsub/pubsub.js';
import { ApiTokensService } from '../api-tokens/api-tokens.service.js';
import { User } from '../users/user.entity.js';
import { Session } from './session.entity.js';
import { hashToken, createToken } from '../tokens/one-time-tokens.js';

/** What is stored about the client of a session. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
}

export interface OpenedSession {
  userId: string;
  token: string;
  /** seconds */
  maxAge: number;
}

export interface SessionRow {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string;
  ip: string;
}

interface ActorRow {
  token_hash: string;
  session_id: string;
  last_seen_at: Date;
  user_id: string;
  name: string;
  role: string;
  permissions: string[];
}

const SESSION_SECONDS = 604_800;
const REMEMBERED_SESSION_SECONDS = 2_592_000;
const IDS_PER_MESSAGE = 100;
const LAST_SEEN_INTERVAL_MS = 5 * 60_000;
const USER_AGENT_MAX = 400;

@Injectable()
export class SessionsService extends ActorResolver {
  /** By the hash of a token. Not cached, so that changes take effect with the next request. */
  private readonly loadActorRow = createBatchLoader((hashes) => this.findActors(hashes));

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
    if (Date.now() - row.last_seen_at.getTime() > LAST_SEEN_INTERVAL_MS) await this.updateLastSeen(row.session_id);
    return Actor.user({
      id: row.user_id,
      name: row.name,
      role: row.role,
      permissions: row.permissions,
      sessionId: row.session_id,
    });
  }

  /**
   * Opens a session; joins the caller's transaction.
   * @returns the token, which is not stored
   * @throws 401 for accounts that may not sign in
   */
  async open(userId: string, client: ClientInfo, remember = false): Promise<OpenedSession> {
    const token = createToken();
    const maxAge = remember ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS;
    await this.database.transaction(async (em) => {
      const now = new Date();
      const user = await em.findOne(User, { id: userId, deactivatedAt: null, erasedAt: null });
      if (!user) throw unauthorized();
      user.recordLogin(now);
      em.create(Session, {
        id: uuidv7(),
        tokenHash: hashToken(token),
        userId,
        createdAt: now,
        expiresAt: new Date(now.getTime() + maxAge * 1000),
        authenticatedAt: now,
        lastSeenAt: now,
        userAgent: client.userAgent.slice(0, USER_AGENT_MAX),
        ip: client.ip,
      });
      await em.flush();
    });
    return { userId, token, maxAge };
  }

  async list(userId: string): Promise<SessionRow[]> {
    return this.database.query<SessionRow>(
      `select id, created_at, last_seen_at, expires_at, user_agent, ip from sessions
       where user_id = $1 and expires_at > $2 order by last_seen_at desc limit 200`,
      [userId, new Date()],
    );
  }

  /** Ends one of the user's own sessions. */
  async revoke(userId: string, sessionId: string): Promise<void> {
    if (!(await this.end('id = $1 and user_id = $2', [sessionId, userId]))) throw notFound('This session');
  }

  async revokeByToken(token: string): Promise<void> {
    await this.end('token_hash = $1', [hashToken(token)]);
  }

  /** Ends all of a user's sessions, or all but one. @returns how many */
  async revokeAll(userId: string, except: string | null = null): Promise<number> {
    return this.end('user_id = $1 and ($2::uuid is null or id <> $2)', [userId, except]);
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
    await this.database.query('delete from sessions where expires_at < $1', [new Date()]);
  }

  /** Broadcasts the ended sessions on commit, so that every instance closes their streams. */
  private async end(condition: string, parameters: unknown[]): Promise<number> {
    return this.database.transaction(async () => {
      const ended = await this.database.query<{ id: string }>(
        `delete from sessions where ${condition} returning id`,
        parameters,
      );
      for (let i = 0; i < ended.length; i += IDS_PER_MESSAGE)
        await this.pubsub.publish(sessionsEnded, { ids: ended.slice(i, i + IDS_PER_MESSAGE).map(({ id }) => id) });
      return ended.length;
    });
  }

  /** Loads sessions, users, roles and permissions in one indexed statement. */
  private async findActors(hashes: readonly string[]): Promise<Map<string, ActorRow>> {
    const rows = await this.database.query<ActorRow>(
      `select s.token_hash, s.id as session_id, s.last_seen_at, u.id as user_id, u.name, u.role, r.permissions
       from sessions s join users u on u.id = s.user_id join roles r on r.name = u.role
       where s.token_hash = any($1::text[]) and s.expires_at > $2 and u.deactivated_at is null and u.erased_at is null`,
      [hashes, new Date()],
    );
    return new Map(rows.map((row) => [row.token_hash, row]));
  }

  private async updateLastSeen(id: string): Promise<void> {
    await optionalWrite(() =>
      this.database.query('update sessions set last_seen_at = $2 where id = $1', [id, new Date()]),
    );
  }
}
