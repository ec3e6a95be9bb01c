import { ApiProperty } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/pagination/pagination.js';

export class NotificationsQuery extends PageQuery {}

export class NotificationResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'what it is about, as a word for programs', example: 'document_published' })
  kind!: string;
  @ApiProperty({ example: 'Your document was published' }) title!: string;
  @ApiProperty({ example: 'Erin published "Rules of the trial".' }) message!: string;
  @ApiProperty({ description: 'where it leads, an address of the frontend', example: '/docs/rules-of-the-trial' })
  url!: string;
  @ApiProperty() is_read!: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) read_at!: string | null;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class UnreadCountResponse {
  @ApiProperty({ description: 'counted up to 1000', example: 3 }) unread_count!: number;
}

export class NotificationsReadResponse extends UnreadCountResponse {
  @ApiProperty({ description: 'a sentence for people', example: 'Done.' }) message!: string;
}

/** The data of the events `notification` (with it) and `unread` (without) of the stream. */
export class NotificationEventResponse extends UnreadCountResponse {
  @ApiProperty({
    description: "the person's role at this moment: whoever knows another has missed a change",
    example: 'CONTRIBUTOR',
  })
  role!: string;
  @ApiProperty({ type: NotificationResponse, required: false, description: 'the new one' })
  notification?: NotificationResponse;
}
