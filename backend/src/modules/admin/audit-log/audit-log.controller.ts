import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { sendExport } from '../../../platform/http/file-export.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditLogExportQuery, AuditLogQuery, AuditLogResponse, toFilter } from './audit-log.dto.js';

@ApiTags('administration')
@Controller('admin/audit-log')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  @ApiOperation({
    summary: 'List privileged actions',
    description:
      'A page of 50 entries of the audit log, the newest first. Filters combine. Titles of subjects are null where ' +
      'the requester may not see them; recorded values are complete. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'Entries, and the cursors of the pages beside them', type: AuditLogResponse })
  async listAuditLog(@Query() query: AuditLogQuery, @CurrentActor() actor: Actor): Promise<AuditLogResponse> {
    return this.auditLog.list(actor, { ...toFilter(query), before: query.before, after: query.after });
  }

  @Get('export')
  @ApiOperation({
    summary: 'Export the audit log',
    description:
      'All entries that match the filters, the newest first, as a file. Values that spreadsheets could take for ' +
      'formulas begin with an apostrophe in CSV. The export is recorded. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({
    description: 'The file, streamed',
    content: {
      'text/csv': { schema: { type: 'string', example: 'id,created_at,actor_id,actor_name,action' } },
      'application/json': {
        schema: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: true,
            example: { action: 'user.role_changed', actor_name: 'Ada Lovelace', after: { role: 'EDITOR' } },
          },
        },
      },
    },
  })
  async exportAuditLog(
    @Query() query: AuditLogExportQuery,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const format = query.format ?? 'csv';
    await sendExport(reply, 'audit-log', format, await this.auditLog.export(actor, toFilter(query), format));
  }
}
