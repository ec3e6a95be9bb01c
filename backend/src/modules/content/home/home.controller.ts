import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CacheForGuests } from '../../../platform/http/server/guest-response-cache.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { HomeResponse } from './home.dto.js';
import { HomeQueries } from './home.queries.js';

@ApiTags('home')
@Controller('dashboard')
export class HomeController {
  constructor(private readonly queries: HomeQueries) {}

  @Get('home')
  @ApiOperation({
    summary: 'Get the content of the home page',
    description: 'Recent content and categories that the requester may see; bookmarks for signed-in users only.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'The content of the home page', type: HomeResponse })
  async getHome(@CurrentActor() actor: Actor): Promise<HomeResponse> {
    return this.queries.get(actor);
  }
}
