import { Controller, Get, type MessageEvent, Param, Put, Query, Req, Res, Sse } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiProduces, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequiresSession, SignedIn } from '../../../platform/access/decorators.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { pageHeaders, sendPage } from '../../../platform/http/pagination/pagination.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { LiveStreamsService } from './live-streams.service.js';
import { InboxService } from './inbox.service.js';
import { NotificationGroupsQueries } from './notification-groups.queries.js';
import {
  AccessEventResponse,
  NotificationEventResponse,
  NotificationGroupsQuery,
  NotificationGroupsResponse,
  NotificationResponse,
  NotificationsQuery,
  NotificationsReadResponse,
  UnreadCountResponse,
} from './notifications.dto.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

@ApiTags('notifications')
@Controller('notifications')
export class NotificationsController {
  constructor(
    private readonly inbox: InboxService,
    private readonly groups: NotificationGroupsQueries,
    private readonly streams: LiveStreamsService,
  ) {}

  @Get()
  @ApiOperation({
    summary: "List the signed-in user's notifications",
    description: 'The newest first. Notifications about content that the user may not see are left out.',
  })
  @SignedIn()
  @ApiOkResponse({
    description: 'A page of notifications',
    type: [NotificationResponse],
    headers: {
      ...pageHeaders,
      'X-Unread-Count': {
        description: 'number of unread notifications, counted up to 1000',
        schema: { type: 'integer' },
      },
    },
  })
  async listNotifications(
    @Query() query: NotificationsQuery,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<NotificationResponse[]> {
    const page = await this.inbox.list(actor, query);
    void reply.header('X-Unread-Count', String(page.unread));
    return sendPage(page, query, request, reply);
  }

  @Get('groups')
  @ApiOperation({
    summary: "List the signed-in user's notifications by thread or item",
    description:
      'One row for each thread or item, that of its latest notification; notifications about neither have one each. ' +
      'The newest first, without those about content that the user may not see.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'A page of groups', type: NotificationGroupsResponse })
  async listNotificationGroups(
    @Query() query: NotificationGroupsQuery,
    @CurrentActor() actor: Actor,
  ): Promise<NotificationGroupsResponse> {
    return this.groups.list(actor, query);
  }

  @Get('unread-count')
  @ApiOperation({ summary: "Count the signed-in user's unread notifications" })
  @SignedIn()
  @ApiOkResponse({ description: 'The number of unread notifications', type: UnreadCountResponse })
  async getUnreadCount(@CurrentActor() actor: Actor): Promise<UnreadCountResponse> {
    return { unread_count: await this.inbox.countUnread(actor) };
  }

  @Sse('stream')
  @ApiOperation({
    summary: "Stream the signed-in user's notifications",
    description:
      'Server-sent events: `unread` with the count, at once and after each change by reading, ' +
      '`notification` with each new notification, and `access` with the role and permissions, at once and when ' +
      'they change. The stream ends with its session. At most 10 streams per user.',
  })
  @SignedIn()
  @RequiresSession()
  @ApiExtraModels(AccessEventResponse, NotificationEventResponse)
  @ApiProduces('text/event-stream')
  @ApiOkResponse({
    description: 'Events whose data is a NotificationEventResponse or, of `access`, an AccessEventResponse',
    content: {
      'text/event-stream': {
        schema: {
          oneOf: [{ $ref: getSchemaPath(NotificationEventResponse) }, { $ref: getSchemaPath(AccessEventResponse) }],
        },
      },
    },
  })
  @ProblemResponses({ 429: 'The user has 10 open streams' })
  async streamNotifications(@CurrentActor() actor: Actor): Promise<Observable<MessageEvent>> {
    return Promise.resolve(this.streams.open(actor));
  }

  @Put('read-all')
  @ApiOperation({ summary: 'Mark all notifications as read' })
  @SignedIn()
  @ApiOkResponse({ description: 'All notifications are read', type: NotificationsReadResponse })
  async readAllNotifications(
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<NotificationsReadResponse> {
    return { message: texts.notifications.allRead, unread_count: await this.inbox.markAllRead(actor) };
  }

  @Put('groups/:id/read')
  @ApiOperation({
    summary: 'Mark a notification and the earlier ones of its group as read',
    description: 'Later ones of the same thread or item stay unread.',
  })
  @SignedIn()
  @ApiOkResponse({ description: 'The notifications are read', type: NotificationsReadResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such notification' })
  async readNotificationGroup(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<NotificationsReadResponse> {
    if (!isId(id)) throw notFound('notification');
    return {
      message: texts.notifications.read,
      unread_count: await this.inbox.markGroupRead(actor, id),
    };
  }

  @Put(':id/read')
  @ApiOperation({ summary: 'Mark a notification as read' })
  @SignedIn()
  @ApiOkResponse({ description: 'The notification is read', type: NotificationsReadResponse })
  @ProblemResponses({ 404: 'The signed-in user has no such notification' })
  async readNotification(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<NotificationsReadResponse> {
    if (!isId(id)) throw notFound('notification');
    return { message: texts.notifications.oneRead, unread_count: await this.inbox.markRead(actor, id) };
  }
}
