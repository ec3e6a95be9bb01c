import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import type { Client } from '../../../platform/http/request/request.js';
import { conflict, DomainError, notFound } from '../../../platform/errors/domain-error.js';
import { IssuerGroupsService } from '../groups/issuer-groups.service.js';
import { type Invitation, InvitationsService } from '../invitations/invitations.service.js';
import { accountDisabled } from '../users/accounts.service.js';
import { AccountMailer } from '../mails/account-mailer.js';
import { RegistrationService } from '../sign-in/registration.service.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { IssuerClient } from '../credentials/issuer-client.js';
import type { IssuerClaims } from '../credentials/issuer-claims.js';
import { isActive } from '../users/user.policy.js';
import type { Row } from '../../../schema/index.js';

interface Account {
  id: string;
  verified: boolean;
  active: boolean;
}

const accountColumns = sql`u.id, u.email_verified_at is not null as verified, ${isActive} as active`;

export type ExternalIdentityRow = Pick<Row<'external_identities'>, 'id' | 'issuer' | 'created_at' | 'last_used_at'>;

/** Finds, links or creates the account for an issuer's claims. */
@Injectable()
export class ExternalAccountsService {
  constructor(
    private readonly database: Database,
    private readonly registrations: RegistrationService,
    private readonly credentials: CredentialsService,
    private readonly issuer: IssuerClient,
    private readonly mails: AccountMailer,
    private readonly invitations: InvitationsService,
    private readonly groups: IssuerGroupsService,
  ) {}

  /**
   * Uses the account linked to this issuer and subject; else links the one with the same email address; else creates
   * one.
   * @returns the user's id
   * @throws 403 account_disabled, or that of a registration; 409 email_missing, email_not_verified; 429
   */
  async resolveUser(claims: IssuerClaims, client: Client): Promise<string> {
    const linked = await this.database.transaction(() => this.useLinked(claims));
    if (linked !== undefined) return linked;
    const email = requireEmail(claims);
    const existing = await this.findByEmail(email);
    // The issuer has verified the address, as the link in the mail would.
    const invitation = claims.emailVerified && !existing ? await this.invitations.findByEmail(email) : undefined;
    if (!existing)
      await this.registrations.checkAllowed(client, { email, isVerified: claims.emailVerified }, invitation);
    try {
      return await this.database.transaction(() => this.link(claims, email, invitation));
    } catch (error) {
      // A concurrent sign-in or registration has created the account; the second attempt finds it.
      if (!isConcurrentInsert(error)) throw error;
      return this.database.transaction(() => this.link(claims, email, invitation));
    }
  }

  async list(userId: string): Promise<ExternalIdentityRow[]> {
    return this.database.db
      .selectFrom('external_identities')
      .select(['id', 'issuer', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute();
  }

  /** @throws 404, 409 last_sign_in when the user could no longer sign in */
  async remove(userId: string, id: string): Promise<void> {
    await this.credentials.removeOne(userId, 'externalAccount', async () => {
      const removed = await this.database.db
        .deleteFrom('external_identities')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound('linkedAccount');
    });
  }

  private async link(claims: IssuerClaims, email: string, invitation?: Invitation): Promise<string> {
    const linked = await this.useLinked(claims);
    if (linked !== undefined) return linked;
    const existing = await this.findByEmail(email, sql`for update`);
    const id = existing
      ? await this.linkExisting(requireActive(existing), claims)
      : await this.registrations.create(
          { email, name: claims.name, passwordHash: null, emailVerified: claims.emailVerified },
          invitation,
        );
    const now = new Date();
    const { issuer, subject } = claims;
    await this.database.db
      .insertInto('external_identities')
      .values({ id: uuidv7(), issuer, subject, user_id: id, created_at: now, last_used_at: now })
      .execute();
    await this.groups.sync(id, claims.groups);
    return id;
  }

  /** @returns the id of the linked account; undefined without one. @throws 403 account_disabled */
  private async useLinked(claims: IssuerClaims): Promise<string | undefined> {
    const linked = await this.findLinked(claims);
    if (!linked) return undefined;
    const { id } = requireActive(linked);
    await this.groups.sync(id, claims.groups);
    return id;
  }

  /**
   * Links only when the issuer has verified the email address. When the account has not, a stranger may have registered
   * it, so its other credentials are removed.
   */
  private async linkExisting({ id, verified }: Account, { emailVerified }: IssuerClaims): Promise<string> {
    if (!emailVerified) {
      throw conflict('email_not_verified', (texts) => texts.auth.emailNotVerified(this.issuer.label));
    }
    if (!verified) await this.credentials.removeAll(id);
    await this.database.db
      .updateTable('users')
      .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, ${new Date()})` })
      .where('id', '=', id)
      .execute();
    await this.mails.sendSecurityNotice(id, (texts) => texts.mails.notices.externalAccount(this.issuer.label));
    return id;
  }

  private async findLinked({ issuer, subject }: IssuerClaims): Promise<Account | undefined> {
    const { rows } = await sql<Account>`
      update external_identities e set last_used_at = ${new Date()} from users u
      where u.id = e.user_id and e.issuer = ${issuer} and e.subject = ${subject}
      returning ${accountColumns}`.execute(this.database.db);
    return rows[0];
  }

  private async findByEmail(email: string, lock = sql``): Promise<Account | undefined> {
    const { rows } = await sql<Account>`
      select ${accountColumns} from users u where u.email = ${email}::citext ${lock}`.execute(this.database.db);
    return rows[0];
  }
}

const isConcurrentInsert = (error: unknown): boolean =>
  ['users_email_unique', 'external_identities_pkey'].includes(brokenConstraint(error) ?? '') ||
  (error instanceof DomainError && error.code === 'email_taken');

function requireActive(account: Account): Account {
  if (!account.active) throw accountDisabled();
  return account;
}

function requireEmail({ email }: IssuerClaims): string {
  if (email === undefined || email.length > 254 || email.includes('\0') || !email.isWellFormed() || !isEmail(email)) {
    throw conflict('email_missing', (texts) => texts.auth.emailMissing);
  }
  return email;
}
