import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission } from '../../../platform/access/decorators.js';
import { createCsv, sendExport } from '../../../platform/http/file-export.js';
import { ChoiceField, EmptyAsUndefined } from '../../../platform/http/validation/fields.js';
import { DEFAULT_INTERVAL, DEFAULT_RANGE, SeriesQuery } from '../figures/ranges.js';
import { AnalyticsExport, type Dataset, datasets } from './analytics-export.js';

class ExportQuery extends SeriesQuery {
  @EmptyAsUndefined()
  @ChoiceField(datasets, {
    label: 'The dataset',
    description: 'what to export, by default the series; only that depends on the interval',
    enumName: 'AnalyticsDataset',
    optional: true,
  })
  dataset?: Dataset;
}

@ApiTags('analytics')
@Controller('analytics')
export class ExportController {
  constructor(private readonly exporter: AnalyticsExport) {}

  @Get('export')
  @ApiOperation({
    summary: 'Export figures or activity as CSV',
    description:
      'Activity contains the events of the range, the latest first, without titles that the requester may not see. ' +
      'Requires the permission `analytics.view`.',
  })
  @RequirePermission('analytics.view')
  @ApiOkResponse({
    description: 'CSV in UTF-8 with a header line, streamed',
    content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
  })
  async exportAnalytics(
    @Query() { dataset = 'series', interval = DEFAULT_INTERVAL, range = DEFAULT_RANGE }: ExportQuery,
    @CurrentActor() actor: Actor,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { columns, rows } = await this.exporter.open(dataset, { actor, interval, range });
    await sendExport(reply, `${dataset.replaceAll('_', '-')}-${range}`, 'csv', createCsv(columns, rows));
  }
}
