import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { sendExport } from '../../../platform/http/file-export.js';
import { FiguresExporter } from './figures-exporter.js';
import { ExportReportQuery, FiguresReportResponse } from './figures-export.dto.js';

@ApiTags('administration')
@Controller('admin/export-report')
export class FiguresExportController {
  constructor(private readonly exporter: FiguresExporter) {}

  @Get()
  @ApiOperation({
    summary: 'Export the figures of the hub as a file',
    description:
      'Totals, content by status, accounts by role and the health of the hub. As CSV with one figure per line. ' +
      'The name of the file has the date. Requires the permission `system.manage`.',
  })
  @RequirePermission('system.manage')
  @ApiExtraModels(FiguresReportResponse)
  @ApiOkResponse({
    description: 'The file, streamed',
    content: {
      'application/json': { schema: { $ref: getSchemaPath(FiguresReportResponse) } },
      'text/csv': { schema: { type: 'string', example: 'section,figure,value' } },
    },
  })
  async exportReport(
    @Query() { format }: ExportReportQuery,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await sendExport(reply, 'knowledge-hub-report', format, await this.exporter.create(actor, format));
  }
}
