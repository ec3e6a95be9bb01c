import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';

export class NotificationsQuery extends PageQuery {}

export class NotificationResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'identifier of the event for programs', example: 'document_published' })
  kind!: string;
  @ApiProperty({ example: 'Your document was published' }) title!: string;
  @ApiProperty({ example: 'Erin published "Rules of the trial".' }) message!: string;
  @ApiProperty({ description: 'path in the frontend', example: '/docs/rules-of-the-trial' })
  url!: string;
  @ApiProperty() is_read!: boolean;
  @ApiProperty({ description: 'null while unread', type: String, format: 'date-time', nullable: true }) read_at!:
    | string
    | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
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
}
