import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';
import { GroupMembersService } from './group-members.service.js';
import {
  AddMembersRequest,
  GroupDetailResponse,
  GroupMemberResponse,
  GroupMembersQuery,
  GroupRequest,
  GroupResponse,
  GroupsQuery,
  SetMembersRequest,
  SetUserGroupsRequest,
  UserGroupResponse,
} from './groups.dto.js';
import { GroupsQueries } from './groups.queries.js';
import { GroupsService } from './groups.service.js';

const REQUIRES = 'Requires the permission `users.manage`.';
const CHOOSES =
  'Requires the permission `users.manage`, `categories.manage` or `forum.manage_categories`: who limits a category ' +
  'chooses among the groups.';
const AT_ONCE = 'Takes effect with the next request of each user.';
const FROM_ISSUER = '`group_from_issuer`: sign-ins at the issuer decide who is a member';

/** Groups of users, to which categories are limited. */
@ApiTags('groups')
@Controller('admin/groups')
export class GroupsController {
  constructor(
    private readonly groups: GroupsService,
    private readonly members: GroupMembersService,
    private readonly queries: GroupsQueries,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List groups', description: `By name. ${CHOOSES}` })
  @RequirePermission('users.manage', 'categories.manage', 'forum.manage_categories')
  @ApiOkResponse({ description: 'A page of groups', type: [GroupResponse], headers: pageHeaders })
  async listGroups(
    @Query() query: GroupsQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GroupResponse[]> {
    return sendPage(await this.queries.list(query), query, request, reply);
  }

  @Post()
  @ApiOperation({ summary: 'Create a group', description: `The group has no members yet. ${REQUIRES}` })
  @RequirePermission('users.manage')
  @ApiCreatedResponse({ description: 'The new group', type: GroupDetailResponse })
  @ProblemResponses({ 409: '`group_exists`: another group has this name' })
  async createGroup(@Body() body: GroupRequest, @CurrentActor() actor: Actor): Promise<GroupDetailResponse> {
    return this.queries.find(await this.groups.create(actor, body));
  }

  @Get(':id')
  @ApiOperation({ summary: 'Show a group with the categories that it opens', description: REQUIRES })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The group', type: GroupDetailResponse })
  @ProblemResponses({ 404: 'No such group' })
  async getGroup(@Param('id') id: string): Promise<GroupDetailResponse> {
    return this.queries.find(requireGroupId(id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a group',
    description: `Its name and description, also those of a group of the issuer. ${REQUIRES}`,
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The updated group', type: GroupDetailResponse })
  @ProblemResponses({ 404: 'No such group', 409: '`group_exists`: another group has this name' })
  async updateGroup(
    @Param('id') id: string,
    @Body() body: GroupRequest,
    @CurrentActor() actor: Actor,
  ): Promise<GroupDetailResponse> {
    await this.groups.update(actor, requireGroupId(id), body);
    return this.queries.find(id);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Delete a group',
    description:
      'Categories that are limited to it stay limited: without another group, only holders of `content.edit_any` or ' +
      `\`forum.moderate\` still read them. ${AT_ONCE} ${REQUIRES}`,
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The group was deleted', type: MessageResponse })
  @ProblemResponses({
    404: 'No such group',
    409: '`group_kept_by_issuer`: the settings name it, so that the next sign-in would create it again',
  })
  async deleteGroup(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    return { message: texts.auth.groupDeleted(await this.groups.remove(actor, requireGroupId(id))) };
  }

  @Get(':id/members')
  @ApiOperation({ summary: 'List the members of a group', description: `By name. ${REQUIRES}` })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'A page of members', type: [GroupMemberResponse], headers: pageHeaders })
  @ProblemResponses({ 404: 'No such group' })
  async listGroupMembers(
    @Param('id') id: string,
    @Query() query: GroupMembersQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<GroupMemberResponse[]> {
    return sendPage(await this.queries.listMembers(requireGroupId(id), query), query, request, reply);
  }

  @Put(':id/members')
  @ApiOperation({ summary: 'Replace the members of a group', description: `${AT_ONCE} ${REQUIRES}` })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The group has these members', type: MessageResponse })
  @ProblemResponses({ 404: 'No such group', 409: FROM_ISSUER })
  async setGroupMembers(
    @Param('id') id: string,
    @Body() body: SetMembersRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const { name } = await this.members.replace(actor, requireGroupId(id), body.user_ids);
    return { message: texts.auth.membersChanged(name) };
  }

  @Post(':id/members')
  @ApiOperation({
    summary: 'Add members to a group',
    description: `Who is a member already stays one. ${AT_ONCE} ${REQUIRES}`,
  })
  @HttpCode(200)
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The users are members', type: MessageResponse })
  @ProblemResponses({ 404: 'No such group', 409: FROM_ISSUER })
  async addGroupMembers(
    @Param('id') id: string,
    @Body() body: AddMembersRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const { name } = await this.members.add(actor, requireGroupId(id), body.user_ids);
    return { message: texts.auth.membersChanged(name) };
  }

  @Delete(':id/members/:userId')
  @ApiOperation({ summary: 'End the membership of a user in a group', description: `${AT_ONCE} ${REQUIRES}` })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The user is no longer a member', type: MessageResponse })
  @ProblemResponses({ 404: 'No such group, or the user is no member', 409: FROM_ISSUER })
  async removeGroupMember(
    @Param('id') id: string,
    @Param('userId') userId: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    const { name } = await this.members.remove(actor, requireGroupId(id), requireUserId(userId));
    return { message: texts.auth.membersChanged(name) };
  }
}

/** The groups of one user. */
@ApiTags('groups')
@Controller('admin/users/:id/groups')
export class UserGroupsController {
  constructor(
    private readonly members: GroupMembersService,
    private readonly queries: GroupsQueries,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List the groups of a user', description: `By name; not paged. ${REQUIRES}` })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The groups', type: [UserGroupResponse] })
  @ProblemResponses({ 404: 'No such user' })
  async listUserGroups(@Param('id') id: string): Promise<UserGroupResponse[]> {
    return (await this.queries.listOfUser(requireUserId(id))).groups;
  }

  @Put()
  @ApiOperation({
    summary: 'Change the groups of a user',
    description: `Those that administrators choose; those of the issuer stay. ${AT_ONCE} ${REQUIRES}`,
  })
  @RequirePermission('users.manage')
  @ApiOkResponse({ description: 'The user is in these groups', type: MessageResponse })
  @ProblemResponses({ 404: 'No such user', 409: FROM_ISSUER })
  async setUserGroups(
    @Param('id') id: string,
    @Body() body: SetUserGroupsRequest,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    await this.members.setGroups(actor, requireUserId(id), body.group_ids);
    return { message: texts.auth.groupsChanged((await this.queries.listOfUser(id)).userName) };
  }
}

function requireGroupId(id: string): string {
  if (!isId(id)) throw notFound('group');
  return id;
}

function requireUserId(id: string): string {
  if (!isId(id)) throw notFound('user');
  return id;
}
