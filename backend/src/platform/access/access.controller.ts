import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { ProblemResponses } from '../http/errors/problem.dto.js';
import { notFound } from '../http/errors/domain-error.js';
import { Actor } from './actor.js';
import { CurrentActor, Public } from './decorators.js';
import { PermissionDirectory } from './ports.js';

class AccessResponse {
  @ApiProperty({ description: 'whether the asking person holds the permission' }) allowed!: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'their role, null for guests', example: 'VIEWER' }) role!:
    string | null;
  @ApiProperty({
    type: [String],
    description: 'roles that hold it now, the most powerful first',
    example: ['ADMIN', 'EDITOR'],
  })
  required_roles!: string[];
}

@ApiTags('access')
@Controller('access')
export class AccessController {
  constructor(private readonly permissions: PermissionDirectory) {}

  @Get(':permission')
  @ApiOperation({ summary: 'What the Access Denied screen shows' })
  @Public()
  @ApiOkResponse({ type: AccessResponse })
  @ProblemResponses(404)
  async getAccess(@Param('permission') permission: string, @CurrentActor() actor: Actor): Promise<AccessResponse> {
    if (!this.permissions.has(permission)) throw notFound('This permission');
    return {
      allowed: actor.can(permission),
      role: actor.role,
      required_roles: await this.permissions.listRolesWith(permission),
    };
  }
}
