import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { FilterValuesQuery, FilterValuesResponse } from './filter-values.dto.js';
import { FilterValuesQueries } from './filter-values.queries.js';

@ApiTags('documents')
@Controller('filter-values')
export class FilterValuesController {
  constructor(private readonly queries: FilterValuesQueries) {}

  @Get()
  @ApiOperation({
    summary: 'List the filter values that match something',
    description:
      'Of the lists of documents or videos: each value matches at least one item that the requester may see.',
  })
  @Public()
  @ApiOkResponse({ description: 'The values of each filter', type: FilterValuesResponse })
  async listFilterValues(
    @Query() { type }: FilterValuesQuery,
    @CurrentActor() actor: Actor,
  ): Promise<FilterValuesResponse> {
    return this.queries.find(actor, type);
  }
}
