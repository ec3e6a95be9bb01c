import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';
import { UsersQueries } from './users/users.queries.js';

/** The addresses of sign-in and people in the frontend. */
@Injectable()
export class AuthPages {
  constructor(pages: Pages, users: UsersQueries) {
    // Guests get nothing: a browser that has only the token, not the cookie, still asks for itself.
    pages.preloadAlways(async (actor) => (actor.id ? { path: '/auth/me', body: await users.own(actor.id) } : undefined));
    pages.add('/login', { title: 'Login' });
    pages.add('/admin/users', { title: 'Users' });
  }
}
