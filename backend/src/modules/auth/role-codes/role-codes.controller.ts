import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { RedemptionService } from './redemption.service.js';
import {
  CreateRoleCodeRequest,
  NewRoleCodeResponse,
  RedeemRoleCodeRequest,
  RoleCodeRedeemedResponse,
  RoleCodeResponse,
} from './role-codes.dto.js';
import { RoleCodesQueries } from './role-codes.queries.js';
import { RoleCodesService } from './role-codes.service.js';

@ApiTags('role codes')
@Controller()
export class RoleCodesController {
  constructor(
    private readonly redemption: RedemptionService,
    private readonly codes: RoleCodesService,
    private readonly queries: RoleCodesQueries,
  ) {}

  @Post('role-codes/redeem')
  @ApiOperation({
    summary: 'Trades a code for its role',
    description: 'At most 10 attempts an hour; a code works once per person and never lowers a role (409).',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ type: RoleCodeRedeemedResponse })
  @ProblemResponses(404, 409)
  async redeemRoleCode(
    @Body() { code }: RedeemRoleCodeRequest,
    @CurrentActor() actor: Actor,
  ): Promise<RoleCodeRedeemedResponse> {
    const { name, displayName } = await this.redemption.redeem(actor, code);
    return { new_role: name, message: `Your role is now ${displayName}.` };
  }

  @Get('admin/role-codes')
  @ApiOperation({ summary: 'The codes there are, the newest first; the codes themselves are not kept' })
  @RequirePermission('system.manage')
  @ApiOkResponse({
    type: [RoleCodeResponse],
    headers: { 'X-Total-Count': { schema: { type: 'integer' } }, Link: { schema: { type: 'string' } } },
  })
  async listRoleCodes(
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleCodeResponse[]> {
    return sendPage(await this.queries.list(query), query, request, reply);
  }

  @Post('admin/role-codes')
  @ApiOperation({
    summary: 'Makes a code, which is shown this once',
    description: 'Never for ADMIN, and for no role that may do more than oneself.',
  })
  @RequirePermission('system.manage')
  @ApiCreatedResponse({ type: NewRoleCodeResponse })
  async createRoleCode(
    @Body() body: CreateRoleCodeRequest,
    @CurrentActor() actor: Actor,
  ): Promise<NewRoleCodeResponse> {
    const { id, code } = await this.codes.create(actor, body);
    const made = await this.queries.find(id);
    if (!made) throw notFound('This role code');
    return { ...made, code };
  }

  @Delete('admin/role-codes/:id')
  @ApiOperation({ summary: 'Takes a code back; who has redeemed it keeps the role' })
  @RequirePermission('system.manage')
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404)
  async deleteRoleCode(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This role code');
    await this.codes.revoke(actor, id);
    return { message: 'The role code was revoked.' };
  }
}
