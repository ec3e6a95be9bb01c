import type { Type } from '@nestjs/common';
import { hashPassword } from '../../src/modules/auth/sign-in/passwords.js';
import { Registrations } from '../../src/modules/auth/sign-in/registrations.js';
import { SessionsService } from '../../src/modules/auth/sessions/sessions.service.js';
import type { OwnUserResponse } from '../../src/modules/auth/users/users.dto.js';
import { UsersQueries } from '../../src/modules/auth/users/users.queries.js';
import { Database } from '../../src/platform/database/database.js';
import { type Ask, withHeaders } from './http.js';

export interface Person extends OwnUserResponse {
  password: string;
  token: string;
  /** a request as this person, by bearer token */
  ask: Ask;
}

let number = 0;
const password = 'secret-of-tests';
/** Once for all: to hash a password is a third of the work of registering. */
let passwordHash: Promise<string> | undefined;
const client = { ip: '127.0.0.1', userAgent: 'tests' };

/** Makes people by what registering does behind the door. Their role is then set in the database, as an earlier admin would have. */
export class People {
  constructor(
    private readonly askAsGuest: Ask,
    private readonly get: <T>(token: Type<T>) => T,
  ) {}

  async create(role = 'VIEWER', name = `Person ${++number}`): Promise<Person> {
    const email = `person-${++number}-${process.pid}@example.org`;
    const account = { email, name, passwordHash: await (passwordHash ??= hashPassword(password)) };
    const database = this.get(Database);
    const { userId, token } = await database.transaction(async () =>
      this.get(SessionsService).open(await this.get(Registrations).create(account), client),
    );
    await database.query('update users set role = $2 where id = $1', [userId, role]);
    const user = await this.get(UsersQueries).own(userId);
    if (!user) throw new Error(`${name} was not made.`);
    return { ...user, role, password, token, ask: withHeaders(this.askAsGuest, { authorization: `Bearer ${token}` }) };
  }
}
