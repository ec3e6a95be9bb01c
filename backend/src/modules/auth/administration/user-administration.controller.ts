import { Body, Controller, Delete, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { ManagedUsersService } from '../users/managed-users.service.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { ChangeRolesRequest, ResetLinkResponse, SignOutQuery } from './administration.dto.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const ABOVE = 'A user with permissions that the requester does not hold is protected (403 `role_above_own`).';
const REQUIRES = 'Requires the permission `users.manage`.';

/** Actions of administrators on the accounts of others. */
@ApiTags('users')
@Controller('admin/users')
export class UserAdministrationController {
  constructor(
    private readonly administration: AccountAdministrationService,
    private readonly users: ManagedUsersService,
  ) {}

  @Post('role')
  @ApiOperation({
    summary: 'Change the role of several users',
    description: `All of them or none; errors of a refusal name users by their ids. ${REQUIRES}`,
  })
  @HttpCode(200)
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'All users have the role', type: MessageResponse })
  @ProblemResponses({ 409: '`bulk_refused`: some users cannot get the role; `errors` has an entry for each' })
  async changeUserRoles(
    @Body() body: ChangeRolesRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const changed = await this.users.changeRoles(actor, body.user_ids, body.role);
    return { message: texts.auth.rolesChanged(changed) };
  }

  @Post(':id/deactivate')
  @ApiOperation({
    summary: 'Turn off an account',
    description:
      'The user can no longer sign in or reset the password; all sessions and their event streams end at once, and ' +
      'API tokens are revoked, also for a later reactivation. ' +
      'What the user has written stays. Requesters cannot deactivate themselves (403 `own_account`). ' +
      `${ABOVE} ${REQUIRES}`,
  })
  @HttpCode(200)
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The account is deactivated', type: MessageResponse })
  @ProblemResponses({
    404: 'No such user',
    409: '`last_admin`: the last active administrator must stay; `already_deactivated`',
  })
  async deactivateUser(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.administration.deactivate(actor, requireId(id));
    return { message: texts.auth.accountWasDeactivated };
  }

  @Post(':id/reactivate')
  @ApiOperation({ summary: 'Turn on a deactivated account', description: `${ABOVE} ${REQUIRES}` })
  @HttpCode(200)
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The user can sign in again', type: MessageResponse })
  @ProblemResponses({ 404: 'No such user', 409: '`not_deactivated`: the account is active' })
  async reactivateUser(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.administration.reactivate(actor, requireId(id));
    return { message: texts.auth.accountReactivated };
  }

  @Post(':id/reset-link')
  @ApiOperation({
    summary: 'Send a user a link to choose a new password',
    description:
      'By mail. Where the hub cannot send mail, the response contains the link, for the administrator to pass on. ' +
      `${ABOVE} ${REQUIRES}`,
  })
  @HttpCode(200)
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The mail is on its way, or the link', type: ResetLinkResponse })
  @ProblemResponses({ 404: 'No such user', 409: '`account_deactivated`: the account is deactivated' })
  async sendResetLink(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<ResetLinkResponse> {
    const url = await this.administration.sendResetLink(actor, requireId(id));
    return {
      message: url ? texts.auth.passLinkOn : texts.auth.linkSent,
      url,
    };
  }

  @Delete(':id/sessions')
  @ApiOperation({
    summary: 'End all sessions of a user',
    description:
      'Takes effect at once; open event streams close. API tokens stay valid, unless `revoke_api_tokens` is true. ' +
      `${ABOVE} ${REQUIRES}`,
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The sessions have ended', type: MessageResponse })
  @ProblemResponses({ 404: 'No such user' })
  async signOutUser(
    @Param('id') id: string,
    @Query() { revoke_api_tokens }: SignOutQuery,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const options = { revokesApiTokens: revoke_api_tokens };
    const ended = await this.administration.signOut(actor, requireId(id), options);
    return { message: texts.auth.sessionsEnded(ended) };
  }
}

function requireId(id: string): string {
  if (!isId(id)) throw notFound('user');
  return id;
}
