import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ProblemResponses } from '../errors/problem.dto.js';
import { notFound } from '../errors/domain-error.js';
import { Actor } from './actor.js';
import { CurrentActor, Public } from './decorators.js';
import { PermissionDirectory } from './ports.js';

class AccessResponse {
  @ApiProperty({ description: 'whether the requester holds the permission' }) allowed!: boolean;
  @ApiProperty({
    description: "name of the requester's role; null for guests",
    type: String,
    nullable: true,
    example: 'VIEWER',
  })
  role!: string | null;
  @ApiProperty({
    description: 'names of the roles that hold the permission, the highest priority first',
    type: [String],
    example: ['ADMIN', 'EDITOR'],
  })
  required_roles!: string[];
}

@ApiTags('access')
@Controller('access')
export class AccessController {
  constructor(private readonly permissions: PermissionDirectory) {}

  @Get(':permission')
  @ApiOperation({
    summary: 'Check whether the requester holds a permission',
    description: 'For the Access Denied screen. Guests hold no permissions.',
  })
  @ApiParam({ name: 'permission', description: 'id of the permission', example: 'content.create' })
  @Public()
  @ApiOkResponse({
    description: 'Whether the requester holds the permission, and which roles do',
    type: AccessResponse,
  })
  @ProblemResponses({ 404: 'No such permission' })
  async getAccess(@Param('permission') permission: string, @CurrentActor() actor: Actor): Promise<AccessResponse> {
    if (!this.permissions.has(permission)) throw notFound('permission');
    return {
      allowed: actor.can(permission),
      role: actor.role,
      required_roles: await this.permissions.listRolesByPermission(permission),
    };
  }
}
