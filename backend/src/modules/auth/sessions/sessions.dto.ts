import { ApiProperty } from '@nestjs/swagger';
import { OwnUserResponse } from '../users/users.dto.js';
import type { SessionRow } from './sessions.service.js';

export class SessionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'whether this request was made with it' }) current!: boolean;
  @ApiProperty({
    description: 'browser or program, as it calls itself',
    example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  })
  user_agent!: string;
  @ApiProperty({ description: 'address it was opened from', example: '203.0.113.7' }) ip!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ format: 'date-time', description: 'exact to five minutes' }) last_seen_at!: string;
  @ApiProperty({ format: 'date-time' }) expires_at!: string;
}

export const toSession = (row: SessionRow, currentId: string | null): SessionResponse => ({
  id: row.id,
  current: row.id === currentId,
  user_agent: row.user_agent,
  ip: row.ip,
  created_at: row.created_at.toISOString(),
  last_seen_at: row.last_seen_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

export class SessionOpenedResponse {
  @ApiProperty({ type: OwnUserResponse }) user!: OwnUserResponse;
  @ApiProperty({
    description: 'to be sent as Bearer; the same is set as cookie session_token',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  session_token!: string;
}
