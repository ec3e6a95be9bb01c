import { Module, type OnModuleInit } from '@nestjs/common';
import { ActorResolver } from '../../platform/access/ports.js';
import { Jobs } from '../../platform/jobs/jobs.js';
import { RolesModule } from '../roles/index.js';
import { AuthFacade } from './auth.facade.js';
import { AuthPages } from './auth.pages.js';
import { WelcomeMailListener } from './listeners/welcome-mail.listener.js';
import { Avatars } from './profile/avatars.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProfileQueries } from './profile/profile.queries.js';
import { ProfileService } from './profile/profile.service.js';
import { RedemptionService } from './role-codes/redemption.service.js';
import { RoleCodesController } from './role-codes/role-codes.controller.js';
import { RoleCodesQueries } from './role-codes/role-codes.queries.js';
import { RoleCodesService } from './role-codes/role-codes.service.js';
import { PeopleFacade } from './people.facade.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { AccountsService } from './sign-in/accounts.service.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { RoleChangeService } from './users/role-change.service.js';
import { RoleAssignmentsController } from './users/role-assignments.controller.js';
import { UsersController } from './users/users.controller.js';
import { UsersQueries } from './users/users.queries.js';

@Module({
  imports: [RolesModule],
  controllers: [SignInController, SessionsController, UsersController, RoleAssignmentsController, ProfileController, RoleCodesController],
  providers: [
    AccountsService,
    AuthPages,
    AuthFacade,
    Avatars,
    ProfileQueries,
    ProfileService,
    RedemptionService,
    PeopleFacade,
    RoleChangeService,
    RoleCodesQueries,
    RoleCodesService,
    SessionCookie,
    SessionsService,
    SignInService,
    UsersQueries,
    WelcomeMailListener,
    { provide: ActorResolver, useExisting: SessionsService },
  ],
  exports: [ActorResolver, AuthFacade, PeopleFacade],
})
export class AuthModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly sessions: SessionsService,
  ) {}

  onModuleInit(): void {
    this.jobs.define('sessions.sweep', () => this.sessions.sweep(), { cron: '37 * * * *' });
  }
}
