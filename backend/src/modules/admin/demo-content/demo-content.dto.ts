import { ApiProperty } from '@nestjs/swagger';

export class DemoNumbersResponse {
  @ApiProperty({ type: 'integer', example: 16 }) documents!: number;
  @ApiProperty({ type: 'integer', example: 4 }) videos!: number;
  @ApiProperty({ type: 'integer', example: 16 }) threads!: number;
  @ApiProperty({ type: 'integer', example: 4 }) users!: number;
}

export class DemoContentResponse {
  @ApiProperty({ description: 'whether the hub has demo content' }) exists!: boolean;
  @ApiProperty({ description: 'what a removal deletes', type: DemoNumbersResponse }) removed!: DemoNumbersResponse;
  @ApiProperty({
    description:
      'what stays: documents and videos that users have edited or commented on, threads in which they have posted, ' +
      'accounts that were changed, and the account of the requester',
    type: DemoNumbersResponse,
  })
  kept!: DemoNumbersResponse;
}
