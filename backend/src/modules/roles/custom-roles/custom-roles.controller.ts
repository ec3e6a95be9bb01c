import { Body, Controller, Delete, Get, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/http/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { ProblemResponses } from '../../../platform/http/errors/problem.dto.js';
import { RolesQueries } from '../role/roles.queries.js';
import {
  CreateCustomRoleRequest,
  RoleResponse,
  RolesResponse,
  toRole,
  UpdateCustomRoleRequest,
} from './custom-roles.dto.js';
import { CustomRolesService } from './custom-roles.service.js';

@ApiTags('roles')
@Controller('admin/custom-roles')
export class CustomRolesController {
  constructor(
    private readonly service: CustomRolesService,
    private readonly roles: RolesQueries,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Every role, the five system roles included, the highest priority first' })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ type: RolesResponse })
  async listCustomRoles(): Promise<RolesResponse> {
    return { roles: (await this.roles.list()).map(toRole) };
  }

  @Post()
  @ApiOperation({
    summary: 'Makes a role, which may do nothing yet',
    description: 'The name is formatted as upper case with underscores.',
  })
  @RequirePermission('roles.manage')
  @ApiCreatedResponse({ type: RoleResponse })
  @ProblemResponses(409)
  async createCustomRole(@Body() body: CreateCustomRoleRequest, @CurrentActor() actor: Actor): Promise<RoleResponse> {
    return toRole(await this.service.create(actor, body));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Describes a custom role anew; its name stays',
    description: 'System roles cannot be edited (403).',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ type: RoleResponse })
  @ProblemResponses(404)
  async updateCustomRole(
    @Param('id') id: string,
    @Body() body: UpdateCustomRoleRequest,
    @CurrentActor() actor: Actor,
  ): Promise<RoleResponse> {
    if (!isId(id)) throw notFound('This role');
    return toRole(await this.service.update(actor, id, body));
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Deletes a custom role that nobody has (else 409)',
    description: 'System roles cannot be deleted (403).',
  })
  @RequirePermission('roles.manage')
  @ApiOkResponse({ type: MessageResponse })
  @ProblemResponses(404, 409)
  async deleteCustomRole(@Param('id') id: string, @CurrentActor() actor: Actor): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('This role');
    await this.service.remove(actor, id);
    return { message: 'Role deleted successfully' };
  }
}
