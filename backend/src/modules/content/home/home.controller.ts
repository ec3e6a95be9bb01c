import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, Public } from '../../../platform/access/decorators.js';
import { HomeResponse } from './home.dto.js';
import { HomeQueries } from './home.queries.js';

@ApiTags('home')
@Controller('dashboard')
export class HomeController {
  constructor(private readonly queries: HomeQueries) {}

  /** What the home screen shows: recent content, the person's bookmarks and the categories that have something for them. */
  @Get('home')
  @Public()
  @ApiOkResponse({ type: HomeResponse })
  async getHome(@CurrentActor() actor: Actor): Promise<HomeResponse> {
    return this.queries.home(actor);
  }
}
