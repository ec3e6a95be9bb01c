import { Injectable } from '@nestjs/common';
import { isEmail } from 'class-validator';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { brokenConstraint } from '../../../platform/database/pg-errors.js';
import type { Client } from '../../../platform/http/client.js';
import { conflict, DomainError, forbidden } from '../../../platform/http/domain-error.js';
import { AccountMails } from '../mails/account-mails.js';
import { Registrations } from '../sign-in/registrations.js';
import { SignInMeans } from '../sign-in/sign-in-means.js';
import { type Claims, Issuer } from './issuer.js';

const NAME_MAX = 100;

interface Account {
  id: string;
  verified: boolean;
  active: boolean;
}

/** Whose account it is that an issuer vouches for. */
@Injectable()
export class ExternalAccounts {
  constructor(
    private readonly database: Database,
    private readonly registrations: Registrations,
    private readonly means: SignInMeans,
    private readonly issuer: Issuer,
    private readonly mails: AccountMails,
  ) {}

  /**
   * The account linked to this issuer and subject; else the one with the same address, which is then linked; else a new one.
   * @returns its id
   * @throws 403 account_disabled, registration_closed; 409 email_missing, email_not_verified; 429
   */
  async personOf(claims: Claims, client: Client): Promise<string> {
    const linked = await this.linked(claims);
    if (linked) return active(linked).id;
    const email = addressOf(claims);
    const known = await this.byEmail(email);
    if (!known) await this.registrations.admit(client);
    try {
      return await this.database.transaction(() => this.link(claims, email));
    } catch (error) {
      // The same person in two windows, or registering at this moment: the second finds what the first has made.
      if (!raced(error)) throw error;
      return this.database.transaction(() => this.link(claims, email));
    }
  }

  private async link(claims: Claims, email: string): Promise<string> {
    const linked = await this.linked(claims);
    if (linked) return active(linked).id;
    const known = await this.byEmail(email, 'for update');
    const id = known
      ? await this.takeOver(active(known), claims)
      : await this.registrations.create({
          email,
          name: nameOf(claims, email),
          passwordHash: null,
          emailVerified: claims.emailVerified,
        });
    const now = new Date();
    await this.database.query(
      'insert into external_identities (id, issuer, subject, user_id, created_at, last_used_at) values ($1, $2, $3, $4, $5, $5)',
      [uuidv7(), claims.issuer, claims.subject, id, now],
    );
    return id;
  }

  /** Only an issuer that has checked the address can lead to an account; and whoever made that account must have proved it too. */
  private async takeOver({ id, verified }: Account, { emailVerified }: Claims): Promise<string> {
    if (!emailVerified) {
      throw conflict(
        'email_not_verified',
        `There is an account with this email address already, and ${this.issuer.label} has not confirmed that it is yours. Please sign in another way.`,
      );
    }
    if (!verified) await this.means.takeAway(id);
    await this.database.query('update users set email_verified_at = coalesce(email_verified_at, $2) where id = $1', [
      id,
      new Date(),
    ]);
    await this.mails.securityNotice(id, `Your account can now be used by signing in with ${this.issuer.label}.`);
    return id;
  }

  private async linked({ issuer, subject }: Claims): Promise<Account | undefined> {
    return this.database.one<Account>(
      `update external_identities e set last_used_at = $3 from users u where u.id = e.user_id and e.issuer = $1 and e.subject = $2
       returning u.id, u.email_verified_at is not null as verified, u.deactivated_at is null and u.erased_at is null as active`,
      [issuer, subject, new Date()],
    );
  }

  private async byEmail(email: string, lock: '' | 'for update' = ''): Promise<Account | undefined> {
    return this.database.one<Account>(
      `select id, email_verified_at is not null as verified, deactivated_at is null and erased_at is null as active from users where email = $1::citext ${lock}`,
      [email],
    );
  }
}

const raced = (error: unknown): boolean =>
  ['users_email_unique', 'external_identities_pkey'].includes(brokenConstraint(error) ?? '') ||
  (error instanceof DomainError && error.code === 'email_taken');

function active(account: Account): Account {
  if (!account.active)
    throw forbidden('This account cannot be used at the moment. Please ask the administrators.', 'account_disabled');
  return account;
}

function addressOf({ email }: Claims): string {
  if (email === undefined || email.length > 254 || email.includes('\0') || !email.isWellFormed() || !isEmail(email)) {
    throw conflict(
      'email_missing',
      'The sign-in service did not tell us your email address, which your account here needs.',
    );
  }
  return email;
}

/** What the issuer calls the person, or else the part of the address before the @. */
function nameOf({ name }: Claims, email: string): string {
  const given = name?.replaceAll('\0', '').slice(0, NAME_MAX).toWellFormed().trim();
  return given || (email.split('@')[0] ?? email).slice(0, NAME_MAX);
}
