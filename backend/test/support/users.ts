import type { Type } from '@nestjs/common';
import { hashPassword } from '../../src/modules/auth/credentials/passwords.js';
import { RegistrationService } from '../../src/modules/auth/sign-in/registration.service.js';
import { SessionsService } from '../../src/modules/auth/sessions/sessions.service.js';
import type { OwnUserResponse } from '../../src/modules/auth/users/users.dto.js';
import { UsersQueries } from '../../src/modules/auth/users/users.queries.js';
import { Database } from '../../src/platform/database/database.js';
import { type SendRequest, withHeaders } from './http.js';
import { withTexts, type WithTexts } from './statement-texts.js';

export interface TestUser extends OwnUserResponse {
  password: string;
  token: string;
  /** sends a request as this user, by bearer token */
  request: SendRequest;
}

let number = 0;
const password = 'secret-of-tests';
/** Hashed once: hashing is a third of the work of a registration. */
let passwordHash: Promise<string> | undefined;
const client = { ip: '127.0.0.1', userAgent: 'tests' };

/** Creates users by the services behind registration, then sets their role in the database. */
export class TestUsers {
  constructor(
    private readonly requestAsGuest: SendRequest,
    private readonly get: <T>(token: Type<T>) => T,
  ) {}

  async create(role = 'VIEWER', name = `Person ${++number}`): Promise<TestUser> {
    const email = `person-${++number}-${process.pid}@example.org`;
    const account = { email, name, passwordHash: await (passwordHash ??= hashPassword(password)) };
    const database = withTexts(this.get(Database));
    const { userId, token } = await database.transaction(async () =>
      this.get(SessionsService).open(await this.get(RegistrationService).create(account), client),
    );
    await database.query('update users set role = $2 where id = $1', [userId, role]);
    const user = await this.get(UsersQueries).findOwn(userId);
    if (!user) throw new Error(`${name} was not made.`);
    return {
      ...user,
      role,
      password,
      token,
      request: withHeaders(this.requestAsGuest, { authorization: `Bearer ${token}` }),
    };
  }
}

export async function getReputation(database: WithTexts<Database>, { id }: TestUser): Promise<number> {
  const sql = 'select reputation from user_stats where user_id = $1';
  return (await database.one<{ reputation: number }>(sql, [id]))!.reputation;
}
