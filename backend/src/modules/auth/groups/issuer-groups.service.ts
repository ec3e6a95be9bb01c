import { Injectable } from '@nestjs/common';
import { GROUP_NAME_MAX } from '@hub/shared/limits';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { singleLine } from '../../../platform/http/validation/text.js';
import { Settings } from '../../../platform/settings/settings.js';
import { issuerGroups } from '../registration-settings.js';
import { GroupMembersService } from './group-members.service.js';

/** The groups that the issuer's claims decide on: those that the settings name. */
@Injectable()
export class IssuerGroupsService {
  constructor(
    private readonly database: Database,
    private readonly members: GroupMembersService,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly config: Config,
  ) {}

  /**
   * Joins the transaction of the sign-in.
   * @param claimed values of the claim, of which those that the settings do not name are ignored; null: the issuer did
   * not say, so the groups stay
   */
  async sync(userId: string, claimed: readonly string[] | null): Promise<void> {
    if (!claimed) return;
    const named = new Set(claimed);
    const values = (await this.settings.get(issuerGroups)).filter((value) => named.has(value));
    await this.createMissing(values);
    const groups = await this.database.db
      .selectFrom('groups as g')
      .select(['g.id', 'g.name', 'g.description', 'g.issuer_value'])
      .select(
        sql<boolean>`exists (
          select from group_members m where m.group_id = g.id and m.user_id = ${userId}::uuid)`.as('is_member'),
      )
      .where('g.issuer_value', 'is not', null)
      .orderBy('g.id')
      .execute();
    await this.members.syncIssuerGroups(userId, groups, new Set(values));
  }

  /** Makes the groups of these values where there are none, so that categories can be limited to them. */
  async createMissing(values: readonly string[]): Promise<void> {
    if (!values.length) return;
    const { db } = this.database;
    const found = await db
      .selectFrom('groups')
      .select('issuer_value')
      .where('issuer_value', '=', sql<string>`any(${values}::text[])`)
      .execute();
    const known = new Set(found.map(({ issuer_value }) => issuer_value));
    for (const value of values) if (!known.has(value)) await this.create(value);
  }

  /**
   * The name is the value, cleaned like every name; where a group of the hub has that name, the issuer's follows.
   */
  private async create(value: string): Promise<void> {
    const { db } = this.database;
    const id = uuidv7();
    const base = singleLine(value) || this.config.env.OIDC_NAME;
    for (const suffix of this.suffixes()) {
      const name = `${base.slice(0, GROUP_NAME_MAX - suffix.length).toWellFormed()}${suffix}`;
      const created = await db
        .insertInto('groups')
        .values({ id, name, description: '', issuer_value: value, created_at: new Date() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (created) {
        const subject = { type: 'group', id };
        await this.audit.record({
          actor: null,
          action: 'group.created',
          subject,
          after: { name, issuer_value: value },
        });
        return;
      }
      // A concurrent sign-in has made it.
      if (await db.selectFrom('groups').select('id').where('issuer_value', '=', value).executeTakeFirst()) return;
    }
  }

  private *suffixes(): Generator<string> {
    const issuer = this.config.env.OIDC_NAME.slice(0, 30);
    yield '';
    yield ` (${issuer})`;
    for (let number = 2; number <= 1000; number++) yield ` (${issuer} ${number})`;
  }
}
