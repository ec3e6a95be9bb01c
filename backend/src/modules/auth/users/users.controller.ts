import { Body, Controller, Get, Param, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { ManagedUsersService } from './managed-users.service.js';
import { ChangeRoleRequest, RoleAssignmentsResponse, UsersQuery, UserSummaryResponse } from './users.dto.js';
import { UsersQueries } from './users.queries.js';

@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersQueries,
    private readonly managed: ManagedUsersService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List users',
    description:
      'The newest accounts first, without erased ones. Of users with permissions that the requester does not hold, ' +
      'the email address and the last sign-in are null. Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'A page of users', type: [UserSummaryResponse], headers: pageHeaders })
  async listUsers(
    @Query() query: UsersQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UserSummaryResponse[]> {
    return sendPage(await this.users.list(actor, query), query, request, reply);
  }

  @Put(':id/role')
  @ApiOperation({
    summary: "Change a user's role",
    description:
      'Takes effect with the next request of the user, who gets a notification. Requesters cannot change ' +
      'their own role (403 `own_role`), nor give or take a role with permissions that they do not hold ' +
      '(403 `role_above_own`). Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The user with the new role', type: UserSummaryResponse })
  @ProblemResponses({ 404: 'No such user', 409: '`last_admin`: the last active administrator keeps the role' })
  async changeUserRole(
    @Param('id') id: string,
    @Body() body: ChangeRoleRequest,
    @CurrentActor() actor: Actor,
  ): Promise<UserSummaryResponse> {
    if (!isId(id)) throw notFound('user');
    await this.managed.changeRole(actor, id, body.role);
    const user = await this.users.findSummary(actor, id);
    if (!user) throw notFound('user');
    return user;
  }
}

/** The same as /users, by the paths of the role administration. */
@ApiTags('roles')
@Controller('admin/role-assignments')
export class RoleAssignmentsController {
  constructor(
    private readonly users: UsersQueries,
    private readonly managed: ManagedUsersService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List users with their roles',
    description: 'The same rows as `GET /users`, the newest accounts first. Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({
    description: 'A page of users with their roles',
    type: RoleAssignmentsResponse,
    headers: pageHeaders,
  })
  async listRoleAssignments(
    @Query() query: UsersQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RoleAssignmentsResponse> {
    return { users: sendPage(await this.users.list(actor, query), query, request, reply) };
  }

  @Put(':userId')
  @ApiOperation({
    summary: "Change a user's role (alias)",
    description: 'The same as `PUT /users/{id}/role`. Requires the permission `users.manage`.',
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The user with the new role', type: UserSummaryResponse })
  @ProblemResponses({
    400: 'No such role, or fields that fail validation',
    404: 'No such user',
    409: '`last_admin`: the last active administrator keeps the role',
  })
  async assignRole(
    @Param('userId') userId: string,
    @Body() body: ChangeRoleRequest,
    @CurrentActor() actor: Actor,
  ): Promise<UserSummaryResponse> {
    if (!isId(userId)) throw notFound('user');
    await this.managed.changeRole(actor, userId, body.role);
    const user = await this.users.findSummary(actor, userId);
    if (!user) throw notFound('user');
    return user;
  }
}
