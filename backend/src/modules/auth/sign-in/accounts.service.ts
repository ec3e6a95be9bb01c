import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { Events } from '../../../platform/events/events.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { userRegistered } from '../auth.events.js';
import { User } from '../users/user.entity.js';
import { alternativeHandle, handleFrom } from './handles.js';
import { hashPassword } from './passwords.js';

export interface NewAccount {
  email: string;
  name: string;
  /** null for accounts that sign in by other means */
  password: string | null;
  role: string;
}

const HANDLE_TRIES = 5;

/** Makes accounts; every way to get one ends here. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /** @returns the id. @throws 409 email_taken */
  async create({ email, name, password, role }: NewAccount): Promise<string> {
    const passwordHash = password === null ? null : await hashPassword(password);
    return this.database.transaction(async (em) => {
      if (await this.exists(email)) throw emailTaken();
      const user = User.register({ id: uuidv7(), email, handle: await this.freeHandle(name), name, role, passwordHash });
      em.persist(user);
      await em.flush();
      await this.database.query('insert into user_stats (user_id) values ($1)', [user.id]);
      await this.events.publish(userRegistered, { userId: user.id });
      return user.id;
    });
  }

  async exists(email: string): Promise<boolean> {
    return !!(await this.database.one('select 1 as found from users where email = $1::citext', [email]));
  }

  /** Two people of one name at the same moment may still collide; the unique index then refuses the second. */
  private async freeHandle(name: string): Promise<string> {
    let handle = handleFrom(name);
    for (let i = 0; i < HANDLE_TRIES; i++) {
      if (!(await this.database.one('select 1 as found from users where handle = $1::citext', [handle]))) return handle;
      handle = alternativeHandle(handle);
    }
    return alternativeHandle(handle);
  }
}

const message = 'An account with this e-mail address already exists.';
export const emailTaken = () => new DomainError(409, 'email_taken', message, { errors: [{ field: 'email', message }] });
