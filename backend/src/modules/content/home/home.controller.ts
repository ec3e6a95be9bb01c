import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { HomeResponse } from './home.dto.js';
import { HomeQueries } from './home.queries.js';

@ApiTags('home')
@Controller('dashboard')
export class HomeController {
  constructor(private readonly queries: HomeQueries) {}

  @Get('home')
  @ApiOperation({
    summary: 'What the home page shows',
    description: 'Recent content and categories for everyone; bookmarks for the signed-in.',
  })
  @Public()
  @ApiOkResponse({ type: HomeResponse })
  async getHome(@CurrentActor() actor: Actor): Promise<HomeResponse> {
    return this.queries.get(actor);
  }
}
