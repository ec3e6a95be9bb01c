import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Actor, apiTokenScopes } from '../../../platform/access/actor.js';
import { API_TOKEN_PREFIX } from '../../../platform/access/credentials.js';
import { ApiTokenResolver } from '../../../platform/access/ports.js';
import { Audit } from '../../../platform/audit/audit.js';
import { createBatchLoader, prepared } from '../../../platform/database/prepared.js';
import { Database } from '../../../platform/database/database.js';
import { optionalWrite } from '../../../platform/database/pg-errors.js';
import { conflict, notFound } from '../../../platform/errors/domain-error.js';
import type { Row } from '../../../schema/index.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { createToken, hashToken } from '../tokens/one-time-tokens.service.js';
import {
  type ApiTokenResponse,
  type CreateApiTokenRequest,
  DEFAULT_LIFETIME,
  type UserApiTokenResponse,
} from './api-tokens.dto.js';
import { selectCategoryGrants, toCategoryGrants } from '../groups/category-access.js';
import { isActive } from '../users/user.policy.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageQuery,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import type { Localized } from '../../../platform/language/texts.js';

type TokenFacts = Pick<Row<'api_tokens'>, 'user_id' | 'name' | 'scopes' | 'expires_at'>;

/** Tokens with their users, roles, permissions and groups, in one indexed statement. */
const findActors = prepared((db, values: { hashes: RawBuilder<readonly string[]>; now: RawBuilder<Date> }) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .innerJoin('roles as r', 'r.name', 'u.role')
    .select(['t.token_hash', 't.id as token_id', 't.scopes as tokenScopes', 't.last_used_at'])
    .select(['u.id', 'u.name', 'u.role', 'u.language', 'r.permissions'])
    .select(selectCategoryGrants('u.id').as('categoryGrants'))
    .where('t.token_hash', '=', sql<string>`any(${values.hashes}::text[])`)
    .where((row) => row.or([row('t.expires_at', 'is', null), row('t.expires_at', '>', values.now)]))
    .where(isActive),
);

const HINT_LENGTH = API_TOKEN_PREFIX.length + 4;
const MAX_TOKENS = 50;
const DAY_MS = 86_400_000;
const LAST_USED_INTERVAL_MS = 5 * 60_000;

const columns = ['t.id', 't.name', 't.hint', 't.scopes', 't.created_at', 't.expires_at', 't.last_used_at'] as const;

type ApiTokenRow = Omit<Row<'api_tokens'>, 'user_id' | 'token_hash'>;

const newestFirst: KeysetOrder = {
  name: 'api tokens',
  direction: 'desc',
  columns: [{ sql: sql`t.id`, type: 'uuid' }],
};

/** Creates, resolves and revokes API tokens. A token has the permissions of its user, limited by its scopes. */
@Injectable()
export class ApiTokensService extends ApiTokenResolver {
  /** By the hash of a token. Not cached, so that a revocation takes effect with the next request on every instance. */
  private readonly loadActorRow = createBatchLoader(async (hashes) => {
    const rows = await findActors(this.database.db, { hashes, now: new Date() });
    return new Map(rows.map((row) => [row.token_hash, row]));
  });

  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly mails: AccountMailer,
  ) {
    super();
  }

  override async resolve(token: string): Promise<Actor | undefined> {
    const row = await this.loadActorRow(hashToken(token));
    if (!row) return undefined;
    const lastUsed = row.last_used_at?.getTime() ?? 0;
    if (Date.now() - lastUsed > LAST_USED_INTERVAL_MS) await this.updateLastUsed(row.token_id);
    return Actor.user({ ...row, sessionId: null, categoryGrants: toCategoryGrants(row.categoryGrants) });
  }

  /**
   * @returns the id, and the token, which is not stored
   * @throws 409 too_many_tokens
   */
  async create(actor: Actor, request: CreateApiTokenRequest): Promise<{ id: string; token: string }> {
    const token = `${API_TOKEN_PREFIX}${createToken()}`;
    const id = uuidv7();
    const now = new Date();
    const { name } = request;
    const expires_in = request.expires_in ?? DEFAULT_LIFETIME;
    const scopes = apiTokenScopes.filter((scope) => request.scopes.includes(scope));
    const expires_at = expires_in === 'none' ? null : new Date(now.getTime() + Number(expires_in) * DAY_MS);
    const after: TokenFacts = { user_id: actor.userId, name, scopes, expires_at };
    await this.database.transaction(async () => {
      await this.requireRoom(actor.userId);
      await this.database.db
        .insertInto('api_tokens')
        .values({ id, ...after, token_hash: hashToken(token), hint: toHint(token), created_at: now })
        .execute();
      await this.audit.record({ actor, action: 'api_token.created', subject: { type: 'api_token', id }, after });
      await this.mails.sendSecurityNotice(actor.userId, describeCreation(token, after));
    });
    return { id, token };
  }

  /** @param userId the owner of the token; null for any owner. @throws 404 */
  async revoke(actor: Actor, id: string, userId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      const before = await this.database.db
        .deleteFrom('api_tokens')
        .where('id', '=', id)
        .$if(userId !== null, (query) => query.where('user_id', '=', userId))
        .returning(['user_id', 'name', 'scopes', 'expires_at'])
        .executeTakeFirst();
      if (!before) throw notFound('apiToken');
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
    const { db } = this.database;
    return (await db.deleteFrom('api_tokens').where('user_id', '=', userId).returning('id').execute()).length;
  }

  /** A user's own tokens, the newest first; their number is limited. */
  async list(userId: string): Promise<ApiTokenResponse[]> {
    const rows = await this.database.db
      .selectFrom('api_tokens as t')
      .select(columns)
      .where('t.user_id', '=', userId)
      .orderBy('t.id', 'desc')
      .execute();
    return rows.map(toApiToken);
  }

  async find(id: string): Promise<ApiTokenResponse | undefined> {
    const { db } = this.database;
    const row = await db.selectFrom('api_tokens as t').select(columns).where('t.id', '=', id).executeTakeFirst();
    return row && toApiToken(row);
  }

  /** The tokens of all users, the newest first. */
  async listAll(query: PageQuery): Promise<Page<UserApiTokenResponse>> {
    const { db } = this.database;
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await db
      .selectFrom('api_tokens as t')
      .innerJoin('people as p', 'p.id', 't.user_id')
      .select(columns)
      .select(['p.id as user_id', 'p.name as user_name', 'p.role as user_role'])
      .select(selectSortValues(newestFirst).as('sort_values'))
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const { rows, nextCursor } = toPage(newestFirst, found, query.limit);
    return {
      rows: rows.map((row) => {
        const { user_id, user_name, user_role } = row;
        return { ...toApiToken(row), user_id, user_name, user_role };
      }),
      nextCursor,
      ...(await countRows(db, sql`from api_tokens`)),
    };
  }

  /** The lock on the user keeps requests at the same time from exceeding the maximum together. */
  private async requireRoom(userId: string): Promise<void> {
    const { db } = this.database;
    await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const { n } = await db
      .selectFrom('api_tokens')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (n >= MAX_TOKENS) throw conflict('too_many_tokens', (texts) => texts.auth.tooManyTokens(MAX_TOKENS));
  }

  private async updateLastUsed(id: string): Promise<void> {
    await optionalWrite(() =>
      this.database.db.updateTable('api_tokens').set({ last_used_at: new Date() }).where('id', '=', id).execute(),
    );
  }
}

/** The first characters of a token: enough to recognize it in a list, too few to guess it. */
const toHint = (token: string): string => token.slice(0, HINT_LENGTH);

/** Without the token's name, which its author may have written: the address may belong to someone else. */
const describeCreation =
  (token: string, { scopes, expires_at }: TokenFacts): Localized =>
  (texts) =>
    texts.mails.notices.apiToken({
      token: `${toHint(token)}…`,
      scopes: scopes.join(' '),
      hasEnd: expires_at !== null,
      end: expires_at?.toISOString().slice(0, 10) ?? '',
    });

const toApiToken = (row: ApiTokenRow): ApiTokenResponse => ({
  id: row.id,
  name: row.name,
  hint: row.hint,
  scopes: row.scopes,
  expired: row.expires_at !== null && row.expires_at <= new Date(),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
