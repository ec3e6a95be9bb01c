import { Injectable } from '@nestjs/common';
import { type InferResult, type Kysely, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '../../../platform/access/actor.js';
import { Audit } from '../../../platform/audit/audit.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { forbidden, invalid, notFound } from '../../../platform/errors/domain-error.js';
import { Mailer } from '../../../platform/mail/mailer.js';
import { getRoleName, type RoleInfo, RolesFacade } from '../../roles/index.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { createToken, hashToken } from '../tokens/one-time-tokens.service.js';
import { AccountsService, emailTaken } from '../users/accounts.service.js';
import { holdsAll } from '../users/user.policy.js';
import { type KeysetOrder, selectSortValues } from '../../../platform/http/pagination/cursor.js';
import {
  buildPage,
  countRows,
  type Page,
  type PageQuery,
  toPage,
} from '../../../platform/http/pagination/pagination.js';
import type { Schema } from '../../../schema/index.js';
import type { InvitationResponse } from './invitations.dto.js';
import type { Localized } from '../../../platform/language/texts.js';

/** Seven days; the mail states it. */
const INVITATION_SECONDS = 7 * 86_400;

/** A valid invitation. */
export interface Invitation {
  id: string;
  email: string;
  /** null: the default role, for links that users requested themselves */
  role: string | null;
  role_display_name: string | null;
  invited_by: string | null;
  inviter_name: string | null;
  /** whether only the owner of the address got the link */
  is_mailed: boolean;
}

interface NewInvitation {
  email: string;
  /** null: the default role */
  role: string | null;
  /** null: requested by the user */
  invitedBy: Actor | null;
}

const newestFirst: KeysetOrder = {
  name: 'invitations',
  direction: 'desc',
  columns: [
    { sql: sql`i.created_at`, type: 'timestamptz' },
    { sql: sql`i.id`, type: 'uuid' },
  ],
};

type InvitationRow = InferResult<ReturnType<typeof selectInvitations>>[number];

/**
 * The links by which invited users register. An address has at most one; a new one replaces it.
 */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsService,
    private readonly roles: RolesFacade,
    private readonly mails: AccountMailer,
    private readonly mailer: Mailer,
    private readonly config: Config,
    private readonly audit: Audit,
  ) {}

  /**
   * Replaces a former invitation of the address. Joins the caller's transaction.
   * @returns the link; its token is not stored
   * @throws 403 role_above_own when the former one is to a role with permissions that the inviter does not hold
   */
  async create({ email, role, invitedBy }: NewInvitation): Promise<{ id: string; url: string }> {
    const token = createToken();
    const now = new Date();
    // A user who was invited and requests a link meanwhile keeps the role of the invitation.
    const keepsRole = sql`excluded.role is null and i.expires_at > excluded.created_at`;
    const permissions = invitedBy && [...invitedBy.permissions];
    const { rows } = await sql<{ id: string }>`
      insert into invitations as i (id, email, token_hash, role, invited_by, is_mailed, created_at, expires_at)
      values (${uuidv7()}, ${email}, ${hashToken(token)}, ${role}, ${invitedBy?.userId ?? null},
              ${this.mailer.isConfigured}, ${now}, ${new Date(now.getTime() + INVITATION_SECONDS * 1000)})
      on conflict (email) do update set
        token_hash = excluded.token_hash, is_mailed = excluded.is_mailed, created_at = excluded.created_at,
        expires_at = excluded.expires_at,
        role = case when ${keepsRole} then i.role else excluded.role end,
        invited_by = case when ${keepsRole} then i.invited_by else excluded.invited_by end
      where ${permissions}::text[] is null or i.role is null
        or exists (select from roles r where r.name = i.role and r.permissions <@ ${permissions}::text[])
      returning id`.execute(this.database.db);
    const [row] = rows;
    if (!row) throw roleAboveOwn((texts) => texts.auth.invitationAboveOwn);
    return { id: row.id, url: `${this.config.frontendUrl}/invitation#token=${token}` };
  }

  /** @returns whether a mail server takes the link to the address; otherwise the mail is only logged */
  async send(email: string, url: string, by?: { inviter: string; role: Localized }): Promise<boolean> {
    if (by) await this.mails.sendInvitation(email, { url, ...by });
    else await this.mails.sendRegistrationLink(email, url);
    return this.mailer.isConfigured;
  }

  /** Deletes what expired a week ago; until then administrators see it. */
  async deleteExpired(now = new Date()): Promise<void> {
    await this.database.db
      .deleteFrom('invitations')
      .where('expires_at', '<', new Date(now.getTime() - INVITATION_SECONDS * 1000))
      .execute();
  }

  /**
   * @returns the id, and the link where the hub cannot send mail
   * @throws 400 for ADMIN and unknown roles, 403 role_above_own, 409 email_taken
   */
  async invite(
    actor: Actor,
    { email, role }: { email: string; role: string },
  ): Promise<{ id: string; url: string | null }> {
    return this.database.transaction(async () => {
      const assigned = await this.requireAssignable(actor, role);
      if (await this.accounts.emailExists(email)) throw emailTaken();
      const { id, url } = await this.create({ email, role, invitedBy: actor });
      const isMailed = await this.send(email, url, {
        inviter: actor.name ?? '',
        role: (texts) => getRoleName(texts, assigned),
      });
      await this.audit.record({
        actor,
        action: 'invitation.created',
        subject: { type: 'invitation', id },
        after: { role, email: maskEmail(email) },
      });
      return { id, url: isMailed ? null : url };
    });
  }

  /** The link is void at once. @throws 404, 403 role_above_own */
  async revoke(actor: Actor, id: string): Promise<void> {
    await this.database.transaction(async () => {
      const revoked = await this.database.db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('role', 'is not', null)
        .returning(['role', 'email'])
        .$narrowType<{ role: string }>()
        .executeTakeFirst();
      if (!revoked) throw notFound('invitation');
      if (!holdsAll(actor, await this.roles.find(revoked.role)))
        throw roleAboveOwn((texts) => texts.auth.revokedInvitationAboveOwn);
      await this.audit.record({
        actor,
        action: 'invitation.revoked',
        subject: { type: 'invitation', id },
        before: { role: revoked.role, email: maskEmail(revoked.email) },
      });
    });
  }

  /** The newest first, without those to roles with permissions that the actor does not hold. */
  async list(actor: Actor, query: PageQuery): Promise<Page<InvitationResponse>> {
    const { db } = this.database;
    const isHeld = sql<boolean>`r.permissions <@ ${[...actor.permissions]}::text[]`;
    const { isAfter, tail } = buildPage(newestFirst, query);
    const found = await selectInvitations(db)
      .select(selectSortValues(newestFirst).as('sort_values'))
      .where(isHeld)
      .where(isAfter)
      .modifyEnd(tail)
      .execute();
    const total = await countRows(db, sql`from invitations i join roles r on r.name = i.role where ${isHeld}`);
    const { rows, nextCursor } = toPage(newestFirst, found, query.limit);
    return { rows: rows.map(toInvitation), nextCursor, ...total };
  }

  async findResponse(id: string): Promise<InvitationResponse | undefined> {
    const row = await selectInvitations(this.database.db).where('i.id', '=', id).executeTakeFirst();
    return row && toInvitation(row);
  }

  private async requireAssignable(actor: Actor, role: string): Promise<RoleInfo> {
    if (role === 'ADMIN') throw invalid([{ field: 'role', message: (texts) => texts.auth.noInvitedAdministrators }]);
    const found = await this.roles.find(role);
    if (!found) throw invalid([{ field: 'role', message: (texts) => texts.auth.noRole(role) }]);
    if (!holdsAll(actor, found)) throw roleAboveOwn((texts) => texts.auth.assignedRoleAboveOwn);
    return found;
  }

  /** @param field of the request that contains the token. @throws 400 link_expired */
  async find(token: string, field = 'token'): Promise<Invitation> {
    const found = await this.select().where('i.token_hash', '=', hashToken(token)).executeTakeFirst();
    if (!found) throw invitationExpired(field);
    return found;
  }

  /** For users with an address that was verified without the link. */
  findByEmail(email: string): Promise<Invitation | undefined> {
    return this.select().where('i.email', '=', email).executeTakeFirst();
  }

  /**
   * Uses up an invitation for a new account, in its transaction. Of several concurrent registrations one succeeds.
   * @throws 400 link_expired
   */
  async accept({ id, role, invited_by }: Invitation, userId: string): Promise<void> {
    const used = await this.database.db
      .deleteFrom('invitations as i')
      .where('i.id', '=', id)
      .where(isValid())
      .returning('i.id')
      .executeTakeFirst();
    if (!used) throw invitationExpired('invitation');
    if (role === null) return;
    await this.audit.record({
      actor: null,
      action: 'invitation.accepted',
      subject: { type: 'user', id: userId },
      after: { role, invitation_id: id, invited_by },
    });
  }

  private select() {
    return this.database.db
      .selectFrom('invitations as i')
      .leftJoin('roles as r', 'r.name', 'i.role')
      .leftJoin('people as p', 'p.id', 'i.invited_by')
      .select(['i.id', 'i.email', 'i.role', 'r.display_name as role_display_name', 'i.invited_by'])
      .select(['p.name as inviter_name', 'i.is_mailed'])
      .where(isValid());
  }
}

/** Invitation `i` has not expired, and its inviter may still give its role. */
const isValid = (now = new Date()) => sql<boolean>`i.expires_at > ${now} and (i.role is null or exists (
    select 1 from users m join roles mr on mr.name = m.role join roles r on r.name = i.role
    where m.id = i.invited_by and m.deactivated_at is null and m.erased_at is null
      and mr.permissions @> ('{users.manage}'::text[] || r.permissions)))`;

/**
 * For the audit log, which keeps entries after the invitation and the account are deleted: administrators recognize the
 * address, but it is not stored. ada@example.org → ad…@example.org
 */
const maskEmail = (email: string): string => email.replace(/^(.{1,2})[^@]*(?=@)/u, '$1…');

const roleAboveOwn = (detail: Localized) => forbidden(detail, 'role_above_own');

const invitationExpired = (field: string) =>
  invalid([{ field, message: (texts) => texts.auth.invitationExpired }], 'link_expired');

const selectInvitations = (db: Kysely<Schema>) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('roles as r', 'r.name', 'i.role')
    .leftJoin('people as p', 'p.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'r.name as role', 'r.display_name as role_display_name'])
    .select(['p.name as invited_by_name', 'i.is_mailed', 'i.created_at', 'i.expires_at']);

const toInvitation = (row: InvitationRow): InvitationResponse => ({
  id: row.id,
  email: row.email,
  role: row.role,
  role_display_name: row.role_display_name,
  invited_by_name: row.invited_by_name,
  mailed: row.is_mailed,
  expired: row.expires_at <= new Date(),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});
