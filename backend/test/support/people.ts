import type { Database } from '../../src/platform/database/database.js';
import type { OwnUserResponse } from '../../src/modules/auth/users/users.dto.js';
import { type Ask, withHeaders } from './http.js';

export interface Person extends OwnUserResponse {
  password: string;
  token: string;
  /** a request as this person, by bearer token */
  ask: Ask;
}

let number = 0;

/** Makes people the way people come: they register. Their role is then set in the database, as an earlier admin would have. */
export class People {
  constructor(
    private readonly askAsGuest: Ask,
    private readonly database: Database,
  ) {}

  async create(role = 'VIEWER', name = `Person ${++number}`): Promise<Person> {
    const email = `person-${++number}-${process.pid}@example.org`;
    const password = `secret-${number}`;
    const { status, body, text } = await this.askAsGuest<{ user: OwnUserResponse; session_token: string }>('POST', '/auth/register', { body: { email, name, password } });
    if (status !== 201) throw new Error(`Registering failed: ${text}`);
    await this.database.query('update users set role = $2 where id = $1', [body.user.id, role]);
    return { ...body.user, role, password, token: body.session_token, ask: withHeaders(this.askAsGuest, { authorization: `Bearer ${body.session_token}` }) };
  }
}
