import { ApiProperty } from '@nestjs/swagger';

/** The answer of an act that has nothing else to tell. */
export class MessageResponse {
  @ApiProperty({ description: 'a sentence for people', example: 'Done.' }) message!: string;
}
