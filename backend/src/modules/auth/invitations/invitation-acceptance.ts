import { Injectable } from '@nestjs/common';
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
  roleDisplayName: string | null;
  inviterId: string | null;
  inviterName: string | null;
  /** whether only the owner of the address got the link */
  isMailed: boolean;
}

/** SQL: invitation `i` has not expired at $2, and its inviter may still give its role. */
const IS_VALID = `i.expires_at > $2 and (i.role is null or exists (
    select 1 from users m join roles mr on mr.name = m.role join roles r on r.name = i.role
    where m.id = i.invited_by and m.deactivated_at is null and m.erased_at is null
      and mr.permissions @> ('{users.manage}'::text[] || r.permissions)))`;

const select = `select i.id, i.email::text as email, i.role, r.display_name as "roleDisplayName",
    i.invited_by as "inviterId", p.name as "inviterName", i.is_mailed as "isMailed"
  from invitations i left join roles r on r.name = i.role left join people p on p.id = i.invited_by`;

/** Finds and uses up invitations. */
@Injectable()
export class InvitationAcceptance {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** @param field of the request that contains the token. @throws 400 link_expired */
  async find(token: string, field = 'token'): Promise<Invitation> {
    const found = await this.database.one<Invitation>(`${select} where i.token_hash = $1 and ${IS_VALID}`, [
      hashToken(token),
      new Date(),
    ]);
    if (!found) throw invitationExpired(field);
    return found;
  }

  /** For users with an address that was verified without the link. */
  async findByEmail(email: string): Promise<Invitation | undefined> {
    return this.database.one<Invitation>(`${select} where i.email = $1::citext and ${IS_VALID}`, [email, new Date()]);
  }

  /**
   * Uses up an invitation for a new account, in its transaction. Of several concurrent registrations one succeeds.
   * @throws 400 link_expired
   */
  async accept({ id, role, inviterId }: Invitation, userId: string): Promise<void> {
    const [used] = await this.database.query(
      `delete from invitations i where i.id = $1 and ${IS_VALID} returning i.id`,
      [id, new Date()],
    );
    if (!used) throw invitationExpired('invitation');
    if (role === null) return;
    await this.audit.record({
      actor: null,
      action: 'invitation.accepted',
      subject: { type: 'user', id: userId },
      after: { role, invitation_id: id, invited_by: inviterId },
    });
  }
}

const invitationExpired = (field: string) =>
  invalid(
    [{ field, message: 'This invitation has expired or has already been used. Please request a new one.' }],
    'link_expired',
  );
