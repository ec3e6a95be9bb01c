import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';
import { PushResponse, SubscribePushRequest } from './push.dto.js';
import { PushService } from './push.service.js';

@ApiTags('notifications')
@Controller('notifications/push')
@RequiresSession()
export class PushController {
  constructor(private readonly push: PushService) {}

  @Get()
  @ApiOperation({
    summary: 'Get what push notifications need',
    description: 'The key of the hub, and the sessions of the signed-in user that get push notifications; not paged.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'Key and subscriptions', type: PushResponse })
  async getPush(@CurrentActor() actor: Actor): Promise<PushResponse> {
    return this.push.get(actor);
  }

  @Put()
  @ApiOperation({
    summary: 'Create or replace the push subscription of this session',
    description:
      'The browser gets what the user gets in the hub. The subscription replaces a former one of the session or the ' +
      'browser, and ends with the session.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'Key and subscriptions', type: PushResponse })
  async subscribePush(@Body() body: SubscribePushRequest, @CurrentActor() actor: Actor): Promise<PushResponse> {
    await this.push.subscribe(actor, body);
    return this.push.get(actor);
  }

  @Delete('sessions/:id')
  @ApiOperation({
    summary: "End the push notifications of one of the signed-in user's sessions",
    description: 'By the id of the session.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The session gets no push notifications any more', type: MessageResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such session with push notifications' })
  async unsubscribePush(
    @Param('id') sessionId: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(sessionId)) throw notFound('pushSubscription');
    await this.push.unsubscribe(actor, sessionId);
    return { message: texts.notifications.pushOff };
  }
}
