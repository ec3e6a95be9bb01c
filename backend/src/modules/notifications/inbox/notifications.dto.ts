import { ApiProperty } from '@nestjs/swagger';
import { CursorQuery, NextCursorProperty, PageQuery } from '../../../platform/http/pagination/pagination.js';

export class NotificationsQuery extends PageQuery {}

export class NotificationGroupsQuery extends CursorQuery {}

class NotificationActorResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'Ada Lovelace' }) name!: string;
  @ApiProperty({
    description: 'address of the avatar image; null without one',
    type: String,
    nullable: true,
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  avatar_url!: string | null;
}

export class NotificationResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'identifier of the event for programs', example: 'document_published' })
  kind!: string;
  @ApiProperty({ example: 'Your document was published' }) title!: string;
  @ApiProperty({ example: 'Erin published "Rules of the trial".' }) message!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/rules-of-the-trial' })
  url!: string;
  @ApiProperty({
    description: 'who acted, the latest of several; null for the system and for moderators, who stay anonymous',
    type: NotificationActorResponse,
    nullable: true,
  })
  actor!: NotificationActorResponse | null;
  @ApiProperty({
    description: 'the beginning of the comment or post as it is now, in one line of plain text; empty without one',
    example: 'Thank you, that was it.',
  })
  excerpt!: string;
  @ApiProperty() is_read!: boolean;
  @ApiProperty({ description: 'null while unread', type: String, format: 'date-time', nullable: true }) read_at!:
    | string
    | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

/** The latest notification about a thread or item, and the earlier ones. */
class NotificationGroupResponse extends NotificationResponse {
  @ApiProperty({ description: 'whether any notification of the group is unread' }) has_unread!: boolean;
  @ApiProperty({
    description: 'the earlier notifications of the group, the newest first; at most 10',
    type: [NotificationResponse],
  })
  earlier!: NotificationResponse[];
}

export class NotificationGroupsResponse {
  @ApiProperty({ type: [NotificationGroupResponse] }) groups!: NotificationGroupResponse[];
  @NextCursorProperty() next_cursor!: string | null;
}

export class UnreadCountResponse {
  @ApiProperty({ description: 'counted up to 1000', example: 3 }) unread_count!: number;
}

export class NotificationsReadResponse extends UnreadCountResponse {
  @ApiProperty({ description: 'a sentence to show to the user', example: 'Done.' }) message!: string;
}

/** The data of the events `notification` (with it) and `unread` (without) of the stream. */
export class NotificationEventResponse extends UnreadCountResponse {
  @ApiProperty({
    description: "name of the user's current role; a client that knows another one has missed a change",
    example: 'CONTRIBUTOR',
  })
  role!: string;
  @ApiProperty({
    description: 'the new notification; only with the event notification',
    type: NotificationResponse,
    required: false,
  })
  notification?: NotificationResponse;
}

/** The data of the event `access` of the stream. */
export class AccessEventResponse {
  @ApiProperty({ description: "name of the user's current role", example: 'CONTRIBUTOR' }) role!: string;
  @ApiProperty({
    description: "the user's current permissions; a client that knows others has missed a change",
    type: [String],
    example: ['comments.create', 'content.create'],
  })
  permissions!: string[];
  @ApiProperty({
    description:
      'whether what the user may read can have changed just now: the role, its permissions, a group or the limits of ' +
      'a category; false in the first event of a connection',
  })
  is_change!: boolean;
}
