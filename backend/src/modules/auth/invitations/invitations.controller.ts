import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, AlwaysPublic, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import {
  FindInvitationRequest,
  FoundInvitationResponse,
  InvitationResponse,
  InviteRequest,
  NewInvitationResponse,
} from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('users')
@Controller()
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Get('admin/invitations')
  @ApiOperation({
    summary: 'List the invitations that were not accepted yet',
    description:
      'The newest first; expired ones for another week. Those to roles with permissions that the requester does not ' +
      'hold are left out. Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'A page of invitations', type: [InvitationResponse], headers: pageHeaders })
  async listInvitations(
    @Query() query: PageQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<InvitationResponse[]> {
    return sendPage(await this.invitations.list(actor, query), query, request, reply);
  }

  @Post('admin/invitations')
  @ApiOperation({
    summary: 'Send an invitation by mail',
    description:
      'Its link works once, within seven days, also while registration is closed; the new account gets the role. ' +
      'Inviting an address again replaces its link. Where the hub cannot send mail, the response contains the link. ' +
      'The role ADMIN is refused (400), as are roles with permissions that the requester does not hold, and ' +
      'addresses with an invitation to such a role (403 `role_above_own`). Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiCreatedResponse({ description: 'The invitation', type: NewInvitationResponse })
  @ProblemResponses({ 409: '`email_taken`: an account with this email address exists' })
  async createInvitation(@Body() body: InviteRequest, @CurrentActor() actor: Actor): Promise<NewInvitationResponse> {
    const { id, url } = await this.invitations.invite(actor, body);
    const created = await this.invitations.findResponse(id);
    if (!created) throw notFound('invitation');
    return { ...created, url };
  }

  @Delete('admin/invitations/:id')
  @ApiOperation({
    summary: 'Revoke an invitation',
    description:
      'Its link is void at once. An invitation to a role with permissions that the requester does not hold is ' +
      'protected (403 `role_above_own`). Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The invitation was revoked', type: MessageResponse })
  @ProblemResponses({ 404: 'No such invitation' })
  async deleteInvitation(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('invitation');
    await this.invitations.revoke(actor, id);
    return { message: texts.auth.invitationRevoked };
  }

  @Post('auth/invitation')
  @ApiOperation({
    summary: 'Show an invitation by the token from its link',
    description: 'For the registration screen. The invitation stays valid; `POST /auth/register` uses it up.',
  })
  @HttpCode(200)
  @AlwaysPublic()
  @ApiOkResponse({ description: 'The address and role of the new account', type: FoundInvitationResponse })
  @ProblemResponses({ 400: '`link_expired`, or fields that fail validation' })
  async findInvitation(@Body() body: FindInvitationRequest): Promise<FoundInvitationResponse> {
    const { email, role_display_name, inviter_name } = await this.invitations.find(body.token);
    return { email, role_display_name, invited_by_name: inviter_name };
  }
}
