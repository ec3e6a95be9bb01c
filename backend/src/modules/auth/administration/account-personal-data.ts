import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Counters } from '../../../platform/database/counters.js';
import { Database } from '../../../platform/database/database.js';
import { FileReferences } from '../../../platform/files/file-references.js';
import { type ErasedUser, type ExportSection, PersonalData } from '../../../platform/personal-data/personal-data.js';
import { CredentialsService } from '../credentials/credentials.service.js';
import { AVATAR } from '../profile/profile.service.js';
import { USER_COUNT } from '../users/accounts.service.js';
import { FORMER_MEMBER } from '../../../schema/index.js';
import { UserChangeNotifier } from '../users/user.events.js';

const sections: ExportSection[] = [
  {
    name: 'account',
    description: 'Account and profile',
    select: (id) => sql`
      select u.id as cursor, u.id, u.email::text as email, u.email_verified_at, u.handle::text as handle, u.name,
             u.role, u.bio, u.skills, u.preferences as notification_preferences, u.signature, u.location, u.website,
             u.language, u.avatar_file_id, u.password_hash is not null as has_password, u.last_login_at,
             u.deactivated_at, u.created_at, u.updated_at, s.post_count, s.reputation
      from users u join user_stats s on s.user_id = u.id where u.id = ${id}::uuid`,
  },
  {
    name: 'sessions',
    description: 'Open sessions, with the network address and browser of the sign-in',
    select: (id) => sql`
      select s.id as cursor, s.created_at, s.last_seen_at, s.expires_at, s.user_agent, s.ip
      from sessions s where s.user_id = ${id}::uuid`,
  },
  {
    name: 'api_tokens',
    description: 'API tokens, without their secrets',
    select: (id) => sql`
      select t.id as cursor, t.name, t.scopes, t.created_at, t.expires_at, t.last_used_at
      from api_tokens t where t.user_id = ${id}::uuid`,
  },
  {
    name: 'passkeys',
    description: 'Passkeys, without their keys',
    select: (id) => sql`
      select k.id as cursor, k.name, k.transports, k.backed_up, k.created_at, k.last_used_at
      from passkeys k where k.user_id = ${id}::uuid`,
  },
  {
    name: 'external_identities',
    description: 'Linked accounts of sign-in services',
    select: (id) => sql`
      select e.id as cursor, e.issuer, e.subject, e.created_at, e.last_used_at
      from external_identities e where e.user_id = ${id}::uuid`,
  },
  {
    name: 'one_time_tokens',
    description: 'Links and sign-ins that have been started, without their secrets',
    select: (id) => sql`
      select t.hash as cursor, t.kind, t.expires_at, t.used_at from one_time_tokens t where t.user_id = ${id}::uuid`,
  },
  {
    name: 'sign_in_lockouts',
    description: 'The last time that failed sign-ins locked the account',
    select: (id) => sql`
      select l.user_id as cursor, l.locked_until from sign_in_lockouts l where l.user_id = ${id}::uuid`,
  },
  {
    name: 'groups',
    description: 'Groups of the user',
    select: (id) => sql`
      select g.id as cursor, g.name, g.description, m.created_at
      from group_members m join groups g on g.id = m.group_id where m.user_id = ${id}::uuid`,
  },
  {
    name: 'role_codes_created',
    description: 'Role codes that the user created, without the codes',
    select: (id) => sql`
      select c.id as cursor, c.role, c.max_uses, c.used_count, c.expires_at, c.created_at
      from role_codes c where c.created_by = ${id}::uuid`,
  },
  {
    name: 'role_codes_redeemed',
    description: 'Role codes that the user redeemed',
    select: (id) => sql`
      select d.code_id as cursor, c.role, d.redeemed_at
      from role_code_redemptions d join role_codes c on c.id = d.code_id where d.user_id = ${id}::uuid`,
  },
  {
    name: 'invitations_sent',
    description: 'Open invitations of the user, without the addresses of others',
    select: (id) => sql`
      select i.id as cursor, i.role, i.created_at, i.expires_at from invitations i where i.invited_by = ${id}::uuid`,
  },
];

/** The account of a user, and everything to sign in with. */
@Injectable()
export class AccountPersonalData {
  constructor(
    private readonly database: Database,
    private readonly counters: Counters,
    private readonly credentials: CredentialsService,
    private readonly fileReferences: FileReferences,
    private readonly userChanges: UserChangeNotifier,
    personalData: PersonalData,
  ) {
    personalData.register({ sections, erase: (user) => this.erase(user), isAccount: true });
  }

  private async erase({ id, email }: ErasedUser): Promise<void> {
    await this.database.transaction(async () => {
      const { db } = this.database;
      const now = new Date();
      // The row stays as the author of what the user wrote.
      await db
        .updateTable('users')
        .set({
          email: `${id}@erased.invalid`,
          email_verified_at: null,
          handle: `former-member-${id.slice(-12)}`,
          name: FORMER_MEMBER,
          // Custom roles of erased users can be deleted.
          role: 'VIEWER',
          bio: '',
          skills: [],
          preferences: JSON.stringify({ email: false, in_app: false }),
          signature: '',
          location: '',
          website: '',
          language: null,
          avatar_file_id: null,
          last_login_at: null,
          erased_at: now,
          updated_at: now,
        })
        .where('id', '=', id)
        .execute();
      // Also the password and the sessions.
      await this.credentials.removeAll(id);
      await db.updateTable('role_codes').set({ created_by: null }).where('created_by', '=', id).execute();
      await db.deleteFrom('role_code_redemptions').where('user_id', '=', id).execute();
      await db.deleteFrom('sign_in_lockouts').where('user_id', '=', id).execute();
      await db.deleteFrom('group_members').where('user_id', '=', id).execute();
      await db
        .deleteFrom('invitations')
        .where((row) => row.or([row('invited_by', '=', id), row('email', '=', email)]))
        .execute();
      await this.fileReferences.release({ subjectType: AVATAR, subjectId: id });
      await this.userChanges.notify(id);
      await this.userChanges.broadcastAccess(id);
      this.database.beforeCommit(() => this.counters.add(USER_COUNT, -1));
    });
  }
}
