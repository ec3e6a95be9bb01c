import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Actor, type ApiTokenScope, apiTokenScopes } from '../../../platform/access/actor.js';
import { ApiTokenResolver } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { createBatchLoader } from '../../../platform/database/batch-loader.js';
import { Database } from '../../../platform/database/database.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { conflict, notFound } from '../../../platform/http/errors/domain-error.js';
import { AccountMails } from '../mails/account-mails.js';
import { hashToken } from '../tokens/one-time-tokens.js';
import { apiTokenHint, createApiToken } from './api-token.js';
import { type CreateApiTokenRequest, DEFAULT_LIFETIME } from './api-tokens.dto.js';

interface ActorRow {
  token_hash: string;
  token_id: string;
  scopes: ApiTokenScope[];
  last_used_at: Date | null;
  user_id: string;
  name: string;
  role: string;
  permissions: string[];
}

interface TokenFacts {
  user_id: string;
  name: string;
  scopes: ApiTokenScope[];
  expires_at: Date | null;
}

const MAX_TOKENS = 50;
const DAY_MS = 86_400_000;
const LAST_USED_INTERVAL_MS = 5 * 60_000;

/** Creates, resolves and revokes API tokens. A token has the permissions of its user, limited by its scopes. */
@Injectable()
export class ApiTokensService extends ApiTokenResolver {
  /** By the hash of a token. Not cached, so that a revocation takes effect with the next request on every instance. */
  private readonly loadActorRow = createBatchLoader((hashes) => this.findActors(hashes));

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly mails: AccountMails,
  ) {
    super();
  }

  override async resolve(token: string): Promise<Actor | undefined> {
    const row = await this.loadActorRow(hashToken(token));
    if (!row) return undefined;
    const lastUsed = row.last_used_at?.getTime() ?? 0;
    if (Date.now() - lastUsed > LAST_USED_INTERVAL_MS) await this.updateLastUsed(row.token_id);
    return Actor.user({
      id: row.user_id,
      name: row.name,
      role: row.role,
      permissions: row.permissions,
      sessionId: null,
      tokenScopes: row.scopes,
    });
  }

  /**
   * @returns the id, and the token, which is not stored
   * @throws 409 too_many_tokens
   */
  async create(actor: Actor, request: CreateApiTokenRequest): Promise<{ id: string; token: string }> {
    const token = createApiToken();
    const id = uuidv7();
    const now = new Date();
    const { name } = request;
    const expires_in = request.expires_in ?? DEFAULT_LIFETIME;
    const scopes = apiTokenScopes.filter((scope) => request.scopes.includes(scope));
    const expires_at = expires_in === 'none' ? null : new Date(now.getTime() + Number(expires_in) * DAY_MS);
    const after: TokenFacts = { user_id: actor.userId, name, scopes, expires_at };
    await this.database.transaction(async () => {
      await this.requireRoom(actor.userId);
      await this.database.query(
        `insert into api_tokens (id, user_id, name, token_hash, hint, scopes, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, actor.userId, name, hashToken(token), apiTokenHint(token), scopes, now, expires_at],
      );
      await this.audit.record({ actor, action: 'api_token.created', subject: { type: 'api_token', id }, after });
      await this.mails.sendSecurityNotice(actor.userId, describeCreation(token, after));
    });
    return { id, token };
  }

  /** @param userId the owner of the token; null for any owner. @throws 404 */
  async revoke(actor: Actor, id: string, userId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      const before = await this.database.one<TokenFacts>(
        `delete from api_tokens where id = $1 and ($2::uuid is null or user_id = $2)
         returning user_id, name, scopes, expires_at`,
        [id, userId],
      );
      if (!before) throw notFound('This API token');
      await this.audit.record({ actor, action: 'api_token.revoked', subject: { type: 'api_token', id }, before });
    });
  }

  /** Revokes the actor's own tokens; joins the caller's transaction. @returns how many */
  async revokeOwn(actor: Actor): Promise<number> {
    const api_tokens = await this.revokeAll(actor.userId);
    if (api_tokens > 0)
      await this.audit.record({
        actor,
        action: 'user.api_tokens_revoked',
        subject: { type: 'user', id: actor.userId },
        after: { api_tokens },
      });
    return api_tokens;
  }

  /** Joins the caller's transaction. @returns how many */
  async revokeAll(userId: string): Promise<number> {
    return (await this.database.query('delete from api_tokens where user_id = $1 returning id', [userId])).length;
  }

  /** The lock on the user keeps requests at the same time from exceeding the maximum together. */
  private async requireRoom(userId: string): Promise<void> {
    await this.database.query('select id from users where id = $1 for no key update', [userId]);
    const counted = await this.database.one<{ n: number }>(
      'select count(*)::int as n from api_tokens where user_id = $1',
      [userId],
    );
    if ((counted?.n ?? 0) >= MAX_TOKENS)
      throw conflict('too_many_tokens', `You have ${MAX_TOKENS} API tokens. Please revoke one first.`);
  }

  /** Loads tokens, users, roles and permissions in one indexed statement. */
  private async findActors(hashes: readonly string[]): Promise<Map<string, ActorRow>> {
    const rows = await this.database.query<ActorRow>(
      `select t.token_hash, t.id as token_id, t.scopes, t.last_used_at, u.id as user_id, u.name, u.role, r.permissions
       from api_tokens t join users u on u.id = t.user_id join roles r on r.name = u.role
       where t.token_hash = any($1::text[]) and (t.expires_at is null or t.expires_at > $2)
         and u.deactivated_at is null and u.erased_at is null`,
      [hashes, new Date()],
    );
    return new Map(rows.map((row) => [row.token_hash, row]));
  }

  private async updateLastUsed(id: string): Promise<void> {
    await optionalWrite(() =>
      this.database.query('update api_tokens set last_used_at = $2 where id = $1', [id, new Date()]),
    );
  }
}

/** Without the token's name, which its author may have written: the address may belong to someone else. */
function describeCreation(token: string, { scopes, expires_at }: TokenFacts): string {
  const end = expires_at ? `expires on ${expires_at.toISOString().slice(0, 10)}` : 'does not expire';
  const name = `The API token ${apiTokenHint(token)}…`;
  return `${name} was created for your account. It can ${scopes.join(' and ')}, and ${end}.`;
}
