import { Injectable } from '@nestjs/common';
import { type PageResolver, Pages } from '../../platform/web/pages.js';
import { SignInOffer } from './external/sign-in-offer.js';
import { ProfileQueries } from './profile/profile.queries.js';
import { UsersQueries } from './users/users.queries.js';

/** The addresses of sign-in and people in the frontend. */
@Injectable()
export class AuthPages {
  constructor(pages: Pages, users: UsersQueries, profiles: ProfileQueries, offer: SignInOffer) {
    // Guests get nothing: a browser that has only the token, not the cookie, still asks for itself.
    pages.preloadAlways(async (actor) =>
      actor.id ? { path: '/auth/me', body: await users.own(actor.id) } : undefined,
    );
    pages.add('/login', async () => ({
      title: 'Login',
      preload: [{ path: '/auth/providers', body: await offer.now() }],
    }));
    // Where an issuer's sign-in ends; both addresses are in use.
    pages.add('/profile', { title: 'Login' });
    pages.add('/auth/callback', { title: 'Login' });
    pages.add('/forgot-password', { title: 'Forgot password' });
    pages.add('/reset-password', { title: 'Choose a new password' });
    pages.add('/verify-email', { title: 'Confirm your email address' });
    pages.add('/user/profile', { title: 'Edit Profile' });
    const person: PageResolver = async ({ id = '' }) => {
      const profile = await profiles.find(id);
      return (
        profile && {
          title: profile.name,
          description: profile.bio,
          preload: [{ path: `/users/${id}/profile`, body: profile }],
        }
      );
    };
    pages.add('/user/:id', person);
    pages.add('/users/:id/profile', person);
    // The frontend leads on to the first screen that the person may open.
    pages.add('/admin', { title: 'Administration' });
    pages.add('/admin/users', { title: 'Users' });
    pages.add('/admin/role-codes', { title: 'Role codes' });
  }
}
