import { Injectable } from '@nestjs/common';
import { type PageResolver, Pages } from '../../platform/web/pages.js';
import { ExternalSignInService } from './external/external-sign-in.service.js';
import { UsersQueries } from './users/users.queries.js';

/** The frontend's pages of sign-in and users. */
@Injectable()
export class AuthPages {
  constructor(pages: Pages, users: UsersQueries, external: ExternalSignInService) {
    // Not for guests: a browser may have only the token, not the cookie, and then requests it itself.
    pages.preloadAlways(async (actor) =>
      actor.id ? { path: '/auth/me', body: await users.findOwn(actor.id) } : undefined,
    );
    const signInOptions = async () => [{ path: '/auth/providers', body: await external.getOptions() }];
    pages.add('/login', async () => ({ title: 'Sign in', preload: await signInOptions() }));
    // Both are callback pages of a sign-in at an issuer.
    pages.add('/profile', { title: 'Sign in' });
    pages.add('/auth/callback', { title: 'Sign in' });
    pages.add('/forgot-password', async () => ({ title: 'Forgot password', preload: await signInOptions() }));
    pages.add('/setup', { title: 'Set up your hub' });
    pages.add('/reset-password', { title: 'Choose a new password' });
    pages.add('/invitation', { title: 'Invitation' });
    pages.add('/verify-email', { title: 'Confirm your email address' });
    pages.add('/user/profile', { title: 'Edit Profile' });
    const publicProfile: PageResolver = async ({ id = '' }) => {
      const profile = await users.findProfile(id);
      return (
        profile && {
          title: profile.name,
          description: profile.bio,
          preload: [{ path: `/users/${id}/profile`, body: profile }],
        }
      );
    };
    pages.add('/user/:id', publicProfile);
    pages.add('/users/:id/profile', publicProfile);
    pages.add('/admin/users', { title: 'Users' });
    pages.add('/admin/role-codes', { title: 'Role codes' });
    pages.add('/admin/api-tokens', { title: 'API tokens' });
  }
}
