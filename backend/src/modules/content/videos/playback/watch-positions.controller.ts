import { Injectable, Body, Controller, Get, Param, Put } from '@nestjs/common';
import { sql } from 'kysely';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { Database } from '../../../../platform/database/database.js';
import { Actor } from '../../../../platform/access/actor.js';
import { CurrentActor, SignedIn } from '../../../../platform/access/decorators.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { NumberField } from '../../../../platform/http/validation/fields.js';
import { VideoIdParam } from '../videos.dto.js';
import { VideosQueries } from '../videos.queries.js';

/** Where users stopped watching, in seconds. Each is visible to its user only. */
@Injectable()
export class WatchPositionsRepository {
  constructor(private readonly database: Database) {}

  async get(userId: string, videoId: string): Promise<number> {
    const row = await this.database.db
      .selectFrom('watch_positions')
      .select('seconds')
      .where('user_id', '=', userId)
      .where('video_id', '=', videoId)
      .executeTakeFirst();
    return row?.seconds ?? 0;
  }

  /** Does nothing for a video that was deleted meanwhile. */
  async set(userId: string, videoId: string, seconds: number): Promise<void> {
    await sql`
      insert into watch_positions (user_id, video_id, seconds, updated_at)
      select ${userId}, v.item_id, ${seconds}, ${new Date()} from videos v where v.item_id = ${videoId}
      on conflict (user_id, video_id) do update
      set seconds = excluded.seconds, updated_at = excluded.updated_at`.execute(this.database.db);
  }
}

class SetWatchPositionRequest {
  @NumberField({ label: 'position', description: 'in seconds', min: 0, max: 1_000_000, example: 125 })
  seconds!: number;
}

class WatchPositionResponse {
  @ApiProperty({ description: '0 until the requester has watched some of it', type: 'integer', example: 125 })
  seconds!: number;
}

@ApiTags('videos')
@Controller('videos/:id/position')
export class WatchPositionsController {
  constructor(
    private readonly videos: VideosQueries,
    private readonly positions: WatchPositionsRepository,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get where the requester stopped watching a video' })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The position', type: WatchPositionResponse })
  @ProblemResponses({ 404: 'No such video, or the requester may not see it' })
  async getWatchPosition(@Param('id') idOrSlug: string, @CurrentActor() actor: Actor): Promise<WatchPositionResponse> {
    const { id } = await this.videos.resolve(idOrSlug, actor);
    return { seconds: await this.positions.get(actor.userId, id) };
  }

  @Put()
  @ApiOperation({ summary: 'Set where the requester stopped watching a video' })
  @VideoIdParam()
  @SignedIn()
  @ApiOkResponse({ description: 'The stored position', type: WatchPositionResponse })
  @ProblemResponses({ 404: 'No such video, or the requester may not see it' })
  async setWatchPosition(
    @Param('id') idOrSlug: string,
    @Body() { seconds }: SetWatchPositionRequest,
    @CurrentActor() actor: Actor,
  ): Promise<WatchPositionResponse> {
    const { id } = await this.videos.resolve(idOrSlug, actor);
    await this.positions.set(actor.userId, id, seconds);
    return { seconds };
  }
}
