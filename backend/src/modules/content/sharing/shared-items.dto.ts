import { ApiProperty } from '@nestjs/swagger';
import { TextField, TypedPasswordField } from '../../../platform/http/validation/fields.js';
import { type ContentKind, contentKinds, type VideoSourceType, videoSourceTypes } from '../audience/audience.js';
import { Chapter } from '../videos/chapters.js';

export class OpenShareLinkRequest {
  @TextField({
    label: 'token',
    description: 'the last part of the address of the shared page',
    min: 1,
    max: 100,
    example: 'x4TzEXAMPLEmvyr5pDuqAHYnHXRQqZzpXWHMsm3dXjC0',
  })
  token!: string;

  @TypedPasswordField({
    label: 'password',
    description: 'of links that have one',
    optional: true,
    example: 'glacier-lamp-42',
  })
  password?: string;
}

const address = (description: string, example: string) =>
  ApiProperty({ description, type: String, nullable: true, example });

const PREFIX = '/shared/Zq3EXAMPLEGRANT';

class SharedVideoResponse {
  @ApiProperty({ enum: videoSourceTypes, enumName: 'VideoSourceType' }) source_type!: VideoSourceType;
  @ApiProperty({ description: 'null for uploads', type: String, nullable: true, example: 'jNQXAC9IVRw' })
  embed_id!: string | null;
  @ApiProperty({ description: 'in seconds; null while unknown', type: 'integer', nullable: true, example: 90 })
  duration_sec!: number | null;
  @ApiProperty({ description: 'in the order of start_time', type: [Chapter] }) chapters!: Chapter[];
  @ApiProperty({ description: 'lines, each optionally beginning with its time', example: '0:00 Welcome.' })
  transcript!: string;
  @address('the file to play; null without one', `${PREFIX}/video`) file_url!: string | null;
  @address('the HLS playlist; null without renditions', `${PREFIX}/hls/main.m3u8`) hls_url!: string | null;
  @address('the captions (WebVTT); null without', `${PREFIX}/captions.vtt`) captions_url!: string | null;
}

/** A page that a link opens beside the others. */
class SharedPageResponse {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ example: 'Installation' }) title!: string;
  @ApiProperty({ description: '0 for the item of the link, 1 for the pages below it', type: 'integer', example: 1 })
  depth!: number;
  @ApiProperty({
    description: 'opens it by GET /shared/{grant}',
    example: 'AZqv8XsefMOYxNwMDAc5j2kpAZqv8XsefMOYxNwMDAc5j2kpEXAMPLEGRANTp9vQ2mZ1x4',
  })
  grant!: string;
}

/** What a share link opens. It names neither users nor anything else of the hub, apart from what the text contains. */
export class SharedItemResponse {
  @ApiProperty({
    description: 'part of the addresses below: it reads what the link opens, for 24 hours or until the link ends',
    example: 'AZqv8XsefMOYxNwMDAc5j2kpAZqv8XsefMOYxNwMDAc5j2kpEXAMPLEGRANTp9vQ2mZ1x4',
  })
  grant!: string;
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ example: 'Getting started' }) title!: string;
  @ApiProperty({ description: 'may be empty', example: 'First steps for new colleagues.' }) summary!: string;
  @ApiProperty({ description: 'Markdown: of a video its description, which may be empty', example: '# Hello' })
  content!: string;
  @ApiProperty({ description: 'counts saves', type: 'integer', example: 3 }) version!: number;
  @ApiProperty({ description: 'when it was saved last', format: 'date-time' }) updated_at!: string;
  @address('of a document that shows its thumbnail above its text, and of a video', `${PREFIX}/files/…`)
  thumbnail!: string | null;
  @ApiProperty({ description: 'null for documents', type: SharedVideoResponse, nullable: true })
  video!: SharedVideoResponse | null;
  @ApiProperty({
    description:
      'the item of the link and the published pages below it, in the order of the tree, 1,000 at most; empty when ' +
      'the link opens nothing else',
    type: [SharedPageResponse],
  })
  pages!: SharedPageResponse[];
}
