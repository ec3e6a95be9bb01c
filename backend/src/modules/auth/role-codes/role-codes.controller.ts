import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { pageHeaders, PageQuery, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import {
  CreateRoleCodeRequest,
  NewRoleCodeResponse,
  RedeemRoleCodeRequest,
  RoleCodeRedeemedResponse,
  RoleCodeResponse,
} from './role-codes.dto.js';
import { RoleCodesService } from './role-codes.service.js';
import { getRoleName } from '../../roles/index.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('role codes')
@Controller()
@RequiresSession()
export class RoleCodesController {
  constructor(private readonly codes: RoleCodesService) {}

  @Post('role-codes/redeem')
  @ApiOperation({
    summary: 'Redeem a role code',
    description:
      'The signed-in user gets the role of the code, with the next request. A code works once per user and ' +
      'never lowers a role. At most 10 attempts per hour, failed ones included.',
  })
  @HttpCode(200)
  @SignedIn()
  @ApiOkResponse({ description: 'The new role', type: RoleCodeRedeemedResponse })
  @ProblemResponses({
    404: '`role_code_unknown`: no such role code',
    409:
      '`role_code_redeemed`, `role_code_used_up`, `role_code_expired`, `role_code_void`, ' +
      '`role_already_held` or `role_lower`',
  })
  async redeemRoleCode(
    @Body() { code }: RedeemRoleCodeRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<RoleCodeRedeemedResponse> {
    const role = await this.codes.redeem(actor, code);
    return { new_role: role.name, message: texts.auth.roleNow(getRoleName(texts, role)) };
  }

  @Get('admin/role-codes')
  @ApiOperation({
    summary: 'List role codes',
    description:
      'The newest first. Codes are stored as hashes, so they are not included. Requires the permission ' +
      '`system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'A page of role codes', type: [RoleCodeResponse], headers: pageHeaders })
  async listRoleCodes(
    @Query() query: PageQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleCodeResponse[]> {
    return sendPage(await this.codes.list(query), query, request, reply);
  }

  @Post('admin/role-codes')
  @ApiOperation({
    summary: 'Create a role code',
    description:
      'The response is the only one that contains the code. There are no codes for ADMIN (400), nor for a ' +
      'role with permissions that the requester does not hold (403 `role_above_own`). Requires the ' +
      'permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiCreatedResponse({ description: 'The new role code', type: NewRoleCodeResponse })
  async createRoleCode(
    @Body() body: CreateRoleCodeRequest,
    @CurrentActor() actor: Actor,
  ): Promise<NewRoleCodeResponse> {
    const { id, code } = await this.codes.create(actor, body);
    const made = await this.codes.find(id);
    if (!made) throw notFound('roleCode');
    return { ...made, code };
  }

  @Delete('admin/role-codes/:id')
  @ApiOperation({
    summary: 'Revoke a role code',
    description: 'Users who have redeemed it keep the role. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The role code was revoked', type: MessageResponse })
  @ProblemResponses({ 404: 'No such role code' })
  async deleteRoleCode(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('roleCode');
    await this.codes.revoke(actor, id);
    return { message: texts.auth.roleCodeRevoked };
  }
}
