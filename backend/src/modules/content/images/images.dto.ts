import { ApiProperty } from '@nestjs/swagger';

export class ImageResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    description: 'for use in a text: ![Alternative text](url); includes the prefix of the API',
    example: '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65',
  })
  url!: string;
  @ApiProperty({ description: 'pixels', example: 1600 }) width!: number;
  @ApiProperty({ description: 'pixels', example: 900 }) height!: number;
}
