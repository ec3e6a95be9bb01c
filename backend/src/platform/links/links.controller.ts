import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../access/actor.js';
import { CurrentActor, Public } from '../access/decorators.js';
import { CacheForGuests } from '../http/server/guest-response-cache.js';
import { LinkRegistry } from './link-registry.js';
import { LinksQuery, LinksResponse } from './links.dto.js';

@ApiTags('links')
@Controller('links')
export class LinksController {
  constructor(private readonly registry: LinkRegistry) {}

  /**
   * Safe for everyone: it says of each address what opening its page would, by the same conditions, and of what is
   * missing or not for the requester nothing at all. So nobody learns from it that something exists, or was renamed.
   */
  @Get()
  @ApiOperation({
    summary: 'List what links lead to',
    description:
      'The current titles and addresses of what texts link to, with what a card shows of it. Addresses of other ' +
      'sites, of what does not exist and of what the requester may not see are missing in the response.',
  })
  @Public()
  @CacheForGuests()
  @ApiOkResponse({ description: 'What the addresses lead to', type: LinksResponse })
  async listLinks(@Query() { address }: LinksQuery, @CurrentActor() actor: Actor): Promise<LinksResponse> {
    return { links: await this.registry.find(actor, address) };
  }
}
