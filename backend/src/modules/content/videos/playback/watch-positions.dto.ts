import { ApiProperty } from '@nestjs/swagger';
import { NumberField } from '../../../../platform/http/validation/fields.js';

export class SetWatchPositionRequest {
  @NumberField({ label: 'The position', description: 'in seconds', min: 0, max: 1_000_000, example: 125 })
  seconds!: number;
}

export class WatchPositionResponse {
  @ApiProperty({ description: '0 until the requester has watched some of it', type: 'integer', example: 125 })
  seconds!: number;
}
