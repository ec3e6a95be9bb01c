import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Actor } from '../../../platform/access/actor.js';
import { ActorResolver } from '../../../platform/access/ports.js';
import { Database } from '../../../platform/database/database.js';
import { notFound } from '../../../platform/http/domain-error.js';
import { Session } from './session.entity.js';
import { hashToken, newToken, REMEMBERED_SESSION_SECONDS, SESSION_SECONDS } from './session-token.js';

/** Where a request comes from, as far as we keep it. */
export interface ClientInfo {
  ip: string;
  userAgent: string;
}

export interface SessionRow {
  id: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  user_agent: string;
  ip: string;
}

const SEEN_EVERY_MS = 5 * 60_000;
const USER_AGENT_MAX = 400;

@Injectable()
export class SessionsService extends ActorResolver {
  constructor(private readonly database: Database) {
    super();
  }

  /** Session, person, role and permissions in one indexed statement, so that every change is obeyed by the next request. */
  override async resolve(token: string): Promise<Actor | undefined> {
    const row = await this.database.one<{ session_id: string; user_id: string; name: string; role: string; permissions: string[]; last_seen_at: Date }>(
      `select s.id as session_id, s.last_seen_at, u.id as user_id, u.name, u.role, r.permissions
       from sessions s join users u on u.id = s.user_id join roles r on r.name = u.role
       where s.token_hash = $1 and s.expires_at > $2 and u.deactivated_at is null and u.erased_at is null`,
      [hashToken(token), new Date()],
    );
    if (!row) return undefined;
    if (Date.now() - row.last_seen_at.getTime() > SEEN_EVERY_MS) await this.noteSeen(row.session_id);
    return Actor.person({ id: row.user_id, name: row.name, role: row.role, permissions: row.permissions, sessionId: row.session_id });
  }

  /** Joins the caller's transaction. @returns the token, which is nowhere else to be had, and its lifetime in seconds */
  async open(userId: string, client: ClientInfo, remember: boolean): Promise<{ token: string; maxAge: number }> {
    const token = newToken();
    const maxAge = remember ? REMEMBERED_SESSION_SECONDS : SESSION_SECONDS;
    await this.database.transaction(async (em) => {
      const now = new Date();
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
    return { token, maxAge };
  }

  async list(userId: string): Promise<SessionRow[]> {
    return this.database.query<SessionRow>(
      `select id, created_at, last_seen_at, expires_at, user_agent, ip from sessions
       where user_id = $1 and expires_at > $2 order by last_seen_at desc limit 200`,
      [userId, new Date()],
    );
  }

  /** Ends one of a person's own sessions. */
  async revoke(userId: string, sessionId: string): Promise<void> {
    const [ended] = await this.database.query('delete from sessions where id = $1 and user_id = $2 returning id', [sessionId, userId]);
    if (!ended) throw notFound('This session');
  }

  async revokeByToken(token: string): Promise<void> {
    await this.database.query('delete from sessions where token_hash = $1', [hashToken(token)]);
  }

  async sweep(): Promise<void> {
    await this.database.query('delete from sessions where expires_at < $1', [new Date()]);
  }

  private async noteSeen(id: string): Promise<void> {
    await this.database.query('update sessions set last_seen_at = $2 where id = $1', [id, new Date()]);
  }
}
