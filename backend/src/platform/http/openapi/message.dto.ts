import { ApiProperty } from '@nestjs/swagger';

/** The response of an action without a result of its own. */
export class MessageResponse {
  @ApiProperty({ description: 'a sentence to show to the user', example: 'Done.' }) message!: string;
}
