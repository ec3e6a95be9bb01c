import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../platform/access/decorators.js';
import { HealthChecks } from '../../../platform/monitoring/health-checks.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import { SystemHealthResponse } from './system-health.dto.js';
import { toSystemHealth } from './system-health.mapper.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('administration')
@Controller('admin/system-health')
export class SystemHealthController {
  constructor(private readonly checks: HealthChecks) {}

  @Get()
  @ApiOperation({
    summary: 'Get the health of the hub',
    description:
      'Server, database, storage, disk, backups, mail, background jobs and security, measured at most every three ' +
      'seconds. A check that fails counts as degraded, that of the database as down: its figures are null, and ' +
      '`alerts` names it. ' +
      'Requires the permission `admin.dashboard`.',
  })
  @RequirePermission('admin.dashboard')
  @ApiOkResponse({ description: 'What the checks measured', type: SystemHealthResponse })
  async getSystemHealth(@CurrentTexts() texts: Texts): Promise<SystemHealthResponse> {
    return toSystemHealth(await this.checks.getReport(), texts);
  }
}
