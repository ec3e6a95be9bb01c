import { Module, type OnModuleInit } from '@nestjs/common';
import { ActorResolver, ApiTokenResolver } from '../../platform/access/ports.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { Settings } from '../../platform/settings/settings.js';
import { RolesModule } from '../roles/index.js';
import { AccountAdministrationService } from './administration/account-administration.service.js';
import { AccountPersonalData } from './administration/account-personal-data.js';
import { UserAdministrationController } from './administration/user-administration.controller.js';
import { ApiTokensController } from './api-tokens/api-tokens.controller.js';
import { ApiTokensService } from './api-tokens/api-tokens.service.js';
import { AuthFacade } from './auth.facade.js';
import { AuthPages } from './auth.pages.js';
import {
  defaultRole,
  issuerGroups,
  issuerGroupsClaim,
  registrationByLink,
  registrationDomains,
  registrationMode,
} from './registration-settings.js';
import { ExternalAccountsService } from './external/external-accounts.service.js';
import { ExternalController } from './external/external.controller.js';
import { ExternalSignInService } from './external/external-sign-in.service.js';
import { IssuerClient } from './credentials/issuer-client.js';
import { CategoryReadersQueries } from './groups/category-readers.queries.js';
import { CategoryAccessService } from './groups/category-access.service.js';
import { CategoryNamesRegistry } from './groups/category-names.registry.js';
import { GroupMembersService } from './groups/group-members.service.js';
import { GroupsController, UserGroupsController } from './groups/groups.controller.js';
import { GroupsQueries } from './groups/groups.queries.js';
import { GroupsService } from './groups/groups.service.js';
import { IssuerGroupsService } from './groups/issuer-groups.service.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsService } from './invitations/invitations.service.js';
import { AccountMailer } from './mails/account-mailer.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasskeysController } from './passkeys/passkeys.controller.js';
import { MailedLinksService } from './passwords/mailed-links.service.js';
import { PasswordsController } from './passwords/passwords.controller.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { UsersFacade } from './users.facade.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProfileService } from './profile/profile.service.js';
import { RoleCodesController } from './role-codes/role-codes.controller.js';
import { RoleCodesService } from './role-codes/role-codes.service.js';
import { SessionResponder } from './sessions/session-responder.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { ManagedUsersService } from './users/managed-users.service.js';
import { AccountsService } from './users/accounts.service.js';
import { PasswordVerifier } from './credentials/passwords.js';
import { RegistrationService } from './sign-in/registration.service.js';
import { LoginThrottle } from './credentials/login-throttle.js';
import { CredentialsService } from './credentials/credentials.service.js';
import { SetupController } from './setup/setup.controller.js';
import { SetupService } from './setup/setup.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { OneTimeTokensService } from './tokens/one-time-tokens.service.js';
import { UserChangeNotifier } from './users/user.events.js';
import { UserStatsCheck } from './users/user-stats-check.js';
import { RoleAssignmentsController, UsersController } from './users/users.controller.js';
import { UsersQueries } from './users/users.queries.js';
import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

@Module({
  imports: [RolesModule],
  controllers: [
    SignInController,
    PasswordsController,
    PasskeysController,
    ExternalController,
    SessionsController,
    SetupController,
    UsersController,
    RoleAssignmentsController,
    ProfileController,
    RoleCodesController,
    UserAdministrationController,
    GroupsController,
    UserGroupsController,
    InvitationsController,
    ApiTokensController,
  ],
  providers: [
    AccountAdministrationService,
    AccountMailer,
    AccountPersonalData,
    AccountsService,
    ApiTokensService,
    AuthFacade,
    AuthPages,
    CategoryAccessService,
    CategoryReadersQueries,
    CategoryNamesRegistry,
    GroupMembersService,
    GroupsQueries,
    GroupsService,
    IssuerGroupsService,
    MailedLinksService,
    ExternalAccountsService,
    ExternalSignInService,
    InvitationsService,
    IssuerClient,
    ManagedUsersService,
    OneTimeTokensService,
    PasskeysService,
    PasswordVerifier,
    PasswordsService,
    UsersFacade,
    UserChangeNotifier,
    ProfileService,
    SessionsService,
    RegistrationService,
    UserStatsCheck,
    RoleCodesService,
    SessionResponder,
    SetupService,
    LoginThrottle,
    CredentialsService,
    SignInService,
    UsersQueries,
    { provide: ActorResolver, useExisting: SessionsService },
    { provide: ApiTokenResolver, useExisting: ApiTokensService },
  ],
  exports: [
    ActorResolver,
    ApiTokenResolver,
    AuthFacade,
    CategoryAccessService,
    CategoryReadersQueries,
    CategoryNamesRegistry,
    GroupsService,
    SetupService,
    UsersFacade,
  ],
})
export class AuthModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly sessions: SessionsService,
    private readonly tokens: OneTimeTokensService,
    private readonly throttle: LoginThrottle,
    private readonly settings: Settings,
    private readonly invitations: InvitationsService,
    private readonly externalGroups: IssuerGroupsService,
  ) {}

  onModuleInit(): void {
    this.settings.register('registration', [registrationMode], { isPublic: true });
    this.settings.register('registration', [registrationDomains, registrationByLink, defaultRole]);
    this.settings.register('registration', [issuerGroupsClaim, issuerGroups]);
    this.settings.follow(issuerGroups, (values) => this.externalGroups.createMissing(values));
    this.jobs.define('sessions.sweep', () => this.sessions.deleteExpired(), { cron: '37 * * * *' });
    this.jobs.define('one-time-tokens.sweep', () => this.tokens.deleteExpired(), { cron: '47 * * * *' });
    this.jobs.define('failed-sign-ins.sweep', () => this.throttle.deleteOld(), { cron: '17 * * * *' });
    this.jobs.define('invitations.sweep', () => this.invitations.deleteExpired(), { cron: '57 * * * *' });
  }
}

export const authTables: TableDeclarations = {
  kept: [
    'api_tokens',
    'category_access',
    'category_access_groups',
    'category_scopes',
    'external_identities',
    'group_members',
    'groups',
    'invitations',
    'passkeys',
    'role_code_redemptions',
    'role_codes',
    'user_stats',
    'users',
  ],
  excluded: {
    failed_sign_ins: 'figures of the last days about attempts on the former installation',
    one_time_tokens: 'links of mails, valid for hours; a restored one could be used a second time',
    sessions: 'a session that was ended after the backup must not begin again; users sign in',
    sign_in_lockouts: 'accounts that are locked for minutes',
  },
};
