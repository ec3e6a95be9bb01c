import { applyDecorators } from '@nestjs/common';
import { Matches } from 'class-validator';
import { EmptyAsUndefined, TextField } from '../../../platform/http/validation/fields.js';

/** 2 MB in base64: a JSON body is read into memory whole, so larger pictures come as files of a form. */
const MAX_CHARACTERS = 2_800_000;
const BASE64 = /^(?:data:image\/[\w.+-]{1,40};base64,)?[A-Za-z0-9+/_\s-]{4,}={0,2}$/;

/** A picture in base64, as a data: URL or bare. */
export const ThumbnailDataField = () =>
  applyDecorators(
    EmptyAsUndefined(),
    Matches(BASE64, { message: 'The thumbnail must be an image in base64.' }),
    TextField({
      label: 'The thumbnail',
      max: MAX_CHARACTERS,
      optional: true,
      description:
        'a picture in base64, as a data: URL or bare; larger ones are sent as the file "thumbnail" of a form',
      example: 'data:image/png;base64,iVBORw0KGgo=',
    }),
  );

/** The bytes of a picture in base64; whether they are one is seen later. */
export const thumbnailBytes = (data: string): Buffer => Buffer.from(data.replace(/^data:[^,]*,/, ''), 'base64');
