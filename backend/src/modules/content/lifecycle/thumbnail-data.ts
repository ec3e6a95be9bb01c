import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';

/** 2 MB in base64. A JSON body is read into memory whole, so larger images are sent as files of a form. */
const MAX_CHARACTERS = 2_800_000;
const BASE64 = /^(?:data:image\/[\w.+-]{1,40};base64,)?[A-Za-z0-9+/_\s-]{4,}={0,2}$/;

/** An image in base64, bare or as a data: URL. */
export const ThumbnailDataField = () =>
  applyDecorators(
    EmptyAsUndefined(),
    Matches(BASE64, { message: 'The thumbnail must be an image in base64.' }),
    TextField({
      label: 'The thumbnail',
      max: MAX_CHARACTERS,
      optional: true,
      description: 'an image in base64, as a data: URL or bare; larger ones are sent as the file "thumbnail" of a form',
      example: 'data:image/png;base64,iVBORw0KGgo=',
    }),
  );

/** Decodes base64. Whether the bytes are an image is checked later. */
export const thumbnailBytes = (data: string): Buffer => Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');
