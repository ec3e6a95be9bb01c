import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { invalid } from '../../../platform/http/errors/domain-error.js';
import { hashToken } from '../tokens/one-time-tokens.js';

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

/** Invitation `i` has not expired, and its inviter may still give its role. */
const isValid = (now = new Date()) => sql<boolean>`i.expires_at > ${now} and (i.role is null or exists (
    select 1 from users m join roles mr on mr.name = m.role join roles r on r.name = i.role
    where m.id = i.invited_by and m.deactivated_at is null and m.erased_at is null
      and mr.permissions @> ('{users.manage}'::text[] || r.permissions)))`;

/** Finds and uses up invitations. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

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

const invitationExpired = (field: string) =>
  invalid(
    [{ field, message: 'This invitation has expired or has already been used. Please request a new one.' }],
    'link_expired',
  );
