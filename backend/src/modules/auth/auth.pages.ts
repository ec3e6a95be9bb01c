import { Injectable } from '@nestjs/common';
import { PrivacyResolver } from '../../platform/access/ports.js';
import { type PageResolver, Pages } from '../../platform/web/pages.js';
import { ExternalSignInService } from './external/external-sign-in.service.js';
import { UsersQueries } from './users/users.queries.js';

/** The frontend's pages of sign-in and users. */
@Injectable()
export class AuthPages {
  constructor(pages: Pages, users: UsersQueries, external: ExternalSignInService, privacy: PrivacyResolver) {
    // Not for guests: a browser may have only the token, not the cookie, and then requests it itself.
    pages.preloadAlways(async (actor) =>
      actor.id ? { path: '/auth/me', body: await users.findOwn(actor.id) } : undefined,
    );
    const signInOptions = async () => [{ path: '/auth/providers', body: await external.getOptions() }];
    pages.add('/login', async () => ({
      // A private hub shows guests its sign-in page at every address, so it has the title of the hub.
      ...(!(await privacy.isPrivate()) && { title: ({ pages: texts }) => texts.signIn }),
      preload: signInOptions,
    }));
    // Both are callback pages of a sign-in at an issuer.
    pages.add('/profile', { title: ({ pages: texts }) => texts.signIn });
    pages.add('/auth/callback', { title: ({ pages: texts }) => texts.signIn });
    pages.add('/forgot-password', { title: ({ pages: texts }) => texts.forgotPassword, preload: signInOptions });
    pages.add('/setup', { title: ({ pages: texts }) => texts.setup });
    pages.add('/reset-password', { title: ({ pages: texts }) => texts.resetPassword });
    pages.add('/invitation', { title: ({ pages: texts }) => texts.invitation });
    pages.add('/verify-email', { title: ({ pages: texts }) => texts.verifyEmail });
    pages.add('/user/profile', { title: ({ pages: texts }) => texts.editProfile });
    const publicProfile: PageResolver = async ({ id = '' }) => {
      const profile = await users.findProfile(id);
      return (
        profile && {
          title: profile.name,
          description: profile.bio,
          preload: () => [{ path: `/users/${id}/profile`, body: profile }],
        }
      );
    };
    pages.addPublic('/user/:id', publicProfile);
    pages.addPublic('/users/:id/profile', publicProfile);
    pages.add('/admin/users', { title: ({ pages: texts }) => texts.users });
    pages.add('/admin/groups', { title: ({ pages: texts }) => texts.groups });
    pages.add('/admin/role-codes', { title: ({ pages: texts }) => texts.roleCodes });
    pages.add('/admin/api-tokens', { title: ({ pages: texts }) => texts.apiTokens });
  }
}
