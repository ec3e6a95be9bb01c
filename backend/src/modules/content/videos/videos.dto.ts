import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { ITEM_TITLE_MAX, NOTE_MAX, TRANSCRIPT_MAX, VIDEO_DESCRIPTION_MAX } from '@hub/shared/limits';
import {
  ChoiceField,
  EmptyAsUndefined,
  IdField,
  NumberField,
  TextField,
} from '../../../platform/http/validation/fields.js';
import { type VideoSourceType, videoSourceTypes, type VideoState, videoStates } from '../audience/audience.js';
import type { FieldError } from '../../../platform/errors/domain-error.js';
import { ItemsListQuery, ItemFieldsRequest, ParentIdField, VERSION_MAX } from '../items/item-fields.dto.js';
import { ReviewItemRequest } from '../items/review.dto.js';
import { type Chapter, ChaptersField } from './chapters.js';
import { FileDataField, sourceErrors } from './video-source.service.js';

const CAPTIONS_MAX = 1_000_000;
export const URL_MAX = 500;

/** What 400 means where a request may name an upload. */
export const INVALID_FIELDS =
  'Fields that fail validation, all of them listed in errors; `upload_key` when the requester has no such upload, or ' +
  'it is not complete';

/** The path parameter of operations on one video. */
export const VideoIdParam = () =>
  ApiParam({ name: 'id', description: 'id, slug or former slug of the video', example: 'getting-started' });

const SourceTypeField = (description: string) =>
  applyDecorators(
    EmptyAsUndefined(),
    ChoiceField(videoSourceTypes, {
      label: 'sourceType',
      description,
      enumName: 'VideoSourceType',
      optional: true,
    }),
  );

const StatusField = (description: string) =>
  applyDecorators(
    EmptyAsUndefined(),
    ChoiceField(videoStates, { label: 'status', description, enumName: 'VideoState', optional: true }),
  );

export class VideosQuery extends ItemsListQuery {
  @StatusField(
    'only videos in this status; IN_REVIEW: READY ones that await review; DRAFT: drafts, which no other value includes',
  )
  status?: VideoState;

  @SourceTypeField('only videos from this source')
  source_type?: VideoSourceType;
}

/** Fields that creating and editing share; all optional here. */
abstract class VideoFieldsRequest extends ItemFieldsRequest {
  @TextField({
    label: 'description',
    description: 'Markdown',
    max: VIDEO_DESCRIPTION_MAX,
    trim: false,
    multiline: true,
    optional: true,
    example: 'From the download to the first document.',
  })
  description?: string;

  @ChaptersField()
  chapters?: Chapter[];

  @TextField({
    label: 'transcript',
    description:
      'lines, each optionally beginning with its time, such as 1:05; also the content of a WebVTT or SRT file, ' +
      'which is stored as such lines, and refused when it has lines that cannot be read',
    max: TRANSCRIPT_MAX,
    trim: false,
    multiline: true,
    optional: true,
    example: '0:00 Welcome.\n0:04 First, open the download page.',
  })
  transcript?: string;

  @TextField({
    label: 'captions',
    description:
      'WebVTT with the ends and line breaks of captions, as POST /videos/caption-files returns it; used for lines of ' +
      'the transcript with the same start and text',
    max: CAPTIONS_MAX,
    trim: false,
    optional: true,
    example: 'WEBVTT\n\n00:00:00.000 --> 00:00:03.200\nWelcome.\n',
  })
  captions_vtt?: string;

  @SourceTypeField('UPLOAD by default')
  source_type?: VideoSourceType;

  @EmptyAsUndefined()
  @TextField({
    label: 'videoUrl',
    description: 'address of the video at YouTube, Vimeo or Loom; required for these sources',
    singleLine: true,
    max: URL_MAX,
    optional: true,
    example: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  })
  source_url?: string;

  @IdField({
    label: 'upload',
    description: 'id of a finished upload of the requester, see /uploads',
    optional: true,
  })
  upload_key?: string | null;

  @FileDataField()
  file_data?: string;
}

type FormFiles = Readonly<Record<string, unknown>>;

export class CreateVideoRequest extends VideoFieldsRequest {
  static formErrors(body: Readonly<Record<string, unknown>>, files: FormFiles): FieldError[] {
    return sourceErrors(body, { isNew: true, hasFile: files['video_file'] !== undefined });
  }

  @TextField({ label: 'title', singleLine: true, min: 1, max: ITEM_TITLE_MAX, example: 'Getting started' })
  title!: string;

  @StatusField(
    'DRAFT: only its author and staff see it until it is submitted or published by PUT /videos/{id}/status; ' +
      'IN_REVIEW: it awaits review once it is processed; ERROR: readers do not see it once it is processed, ignored ' +
      'without `content.publish`. Other values change nothing: the video is PROCESSING, then READY',
  )
  status?: VideoState;

  @ParentIdField() parent_id?: string | null;
}

/** What is omitted stays as it is. */
export class UpdateVideoRequest extends VideoFieldsRequest {
  static formErrors(body: Readonly<Record<string, unknown>>, files: FormFiles): FieldError[] {
    return sourceErrors(body, { isNew: false, hasFile: files['video_file'] !== undefined });
  }

  @TextField({
    label: 'title',
    singleLine: true,
    min: 1,
    max: ITEM_TITLE_MAX,
    optional: true,
    example: 'Getting started',
  })
  title?: string;

  @StatusField('see PUT /videos/{id}/status')
  status?: VideoState;

  @NumberField({
    label: 'version',
    description: 'the version that this edit is based on; 409 when it is not the current one',
    min: 1,
    max: VERSION_MAX,
    optional: true,
  })
  version?: number;
}

export class SetVideoStatusRequest {
  @ChoiceField(videoStates, { label: 'status', enumName: 'VideoState' })
  status!: VideoState;

  @TextField({
    label: 'note',
    description: 'for the author',
    max: NOTE_MAX,
    optional: true,
    example: 'Please cut the first minute.',
  })
  note?: string;
}

export class ReviewVideoRequest extends ReviewItemRequest {}
