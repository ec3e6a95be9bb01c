import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiTags } from '@nestjs/swagger';
import { RequirePermission } from '../../../../platform/access/decorators.js';
import { CurrentTexts } from '../../../../platform/language/current-texts.js';
import { invalid } from '../../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../../platform/errors/problem.dto.js';
import { AcceptsForm, type Form, FormBody } from '../../../../platform/http/forms/form-body.js';
import { toTranscript } from '../transcript.js';
import { decodeText, type TextEncoding, textEncodings } from '../../../../platform/text-extraction/decode-text.js';
import { readCaptions } from './read-captions.js';
import { toCues, toWebVtt } from './video-captions.service.js';
import type { Texts } from '../../../../platform/language/texts.js';

const FILE_BYTES = 2 * 1024 * 1024;
/** More problems are counted only. */
const MAX_PROBLEMS = 50;
const formats = ['webvtt', 'srt'] as const;

class CaptionProblemResponse {
  @ApiProperty({ description: 'number of the line, from 1', type: 'integer', minimum: 1, example: 12 }) line!: number;
  @ApiProperty({ description: 'a sentence', example: '“00:75.000 --> 01:80.000” is not a time.' }) message!: string;
}

class CaptionFileResponse {
  @ApiProperty({ enum: formats, enumName: 'CaptionFormat' }) format!: (typeof formats)[number];
  @ApiProperty({ description: 'as it was recognised', enum: textEncodings, enumName: 'TextEncoding' })
  encoding!: TextEncoding;
  @ApiProperty({
    description: 'the captions as lines of a transcript, to be sent as `transcript` of a video',
    example: '0:00 Welcome.\n0:04 First, open the download page.',
  })
  transcript!: string;
  @ApiProperty({
    description: 'the captions with their ends, to be sent as `captions_vtt` of a video',
    example: 'WEBVTT\n\n00:00:00.000 --> 00:00:03.200\nWelcome.\n',
  })
  captions_vtt!: string;
  @ApiProperty({
    description: `the first ${MAX_PROBLEMS} lines that cannot be read; their captions are left out`,
    type: [CaptionProblemResponse],
  })
  problems!: CaptionProblemResponse[];
  @ApiProperty({ description: 'number of all such lines', type: 'integer', minimum: 0, example: 1 })
  problem_count!: number;
}

/** Reads files of captions for forms, which show what they contain before it is saved. */
@ApiTags('videos')
@Controller('videos/caption-files')
export class CaptionFilesController {
  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Check a caption file',
    description:
      'Reads WebVTT or SRT in UTF-8, UTF-16 or Windows-1252, and names the lines that cannot be read. Stores ' +
      'nothing: `transcript` and `captions_vtt` are fields of videos. Requires the permission `content.create`.',
  })
  @RequirePermission('content.create')
  @AcceptsForm(null, { file: { description: 'the caption file', required: true, maxBytes: () => FILE_BYTES } })
  @ApiOkResponse({ description: 'What the file contains', type: CaptionFileResponse })
  @ProblemResponses({ 400: 'There is no file, or it is neither WebVTT nor SRT' })
  async readCaptionFile(
    @FormBody(null) { files }: Form<object, 'file'>,
    @CurrentTexts() texts: Texts,
  ): Promise<CaptionFileResponse> {
    if (!files.file) throw invalid([{ field: 'file', message: ({ content }) => content.chooseCaptionFile }]);
    const { text, encoding } = decodeText(await readFile(files.file.path));
    // NUL cannot be stored; the standard of WebVTT replaces it.
    const file = readCaptions(text.replaceAll('\0', '\uFFFD').toWellFormed());
    if (!file) throw invalid([{ field: 'file', message: ({ content }) => content.noCaptions }]);
    // Each step takes up to 100 ms for the largest files; other requests go on between them.
    await nextTurn();
    const transcript = toTranscript(file);
    await nextTurn();
    return {
      format: file.format,
      encoding,
      transcript,
      captions_vtt: toWebVtt(toCues(transcript, file.cues)),
      problems: file.problems.slice(0, MAX_PROBLEMS).map(({ line, message }) => ({
        line,
        message: message(texts),
      })),
      problem_count: file.problems.length,
    };
  }
}
