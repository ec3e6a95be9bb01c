import { ApiProperty } from '@nestjs/swagger';
import { QueryFlagField } from '../../../platform/http/validation/fields.js';
import { OwnUserResponse } from '../users/users.dto.js';
import type { SessionRow } from './sessions.service.js';

export class EndSessionsQuery {
  @QueryFlagField({
    label: 'revokeApiTokens',
    description: 'also revokes all API tokens of the user, which is the default; false keeps them',
    optional: true,
  })
  revoke_api_tokens?: boolean;
}

export class SessionResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ description: 'whether this request belongs to the session' }) current!: boolean;
  @ApiProperty({
    description: 'browser or program, from the User-Agent header',
    example: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
  })
  user_agent!: string;
  @ApiProperty({ description: 'network address at sign-in', example: '203.0.113.7' }) ip!: string;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
  @ApiProperty({ description: 'accurate to five minutes', format: 'date-time' }) last_seen_at!: string;
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
    description: 'for the header Authorization: Bearer; the cookie session_token has the same value',
    example: '4fzyo82mvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0mhM',
  })
  session_token!: string;
}
