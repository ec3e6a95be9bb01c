import { ERRORS } from '@tus/server';
import { conflict, DomainError, notFound } from '../errors/domain-error.js';
import { tooLarge } from '../storage/storage.js';

/** The body of errors of the library: not always an Error. */
interface TusError {
  status_code?: number;
  body?: string;
}

/** Turns an error of the tus library into a problem; errors of our own pass through. */
export function describeTusError(error: unknown, maxBytes: number): unknown {
  const { status_code, body } = (error ?? {}) as TusError;
  if (status_code === undefined || error instanceof DomainError) return error;
  if (body === ERRORS.ABORTED.body) return uploadContinued();
  if (body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body) return tooLarge(maxBytes);
  return describeTusResponse(status_code);
}

/** Another request, usually of the same client, has asked for the lock of the upload. */
export const uploadContinued = () => conflict('upload_continued', (texts) => texts.platform.uploadContinued);

export function describeTusResponse(status: number): DomainError {
  switch (status) {
    case 404:
    case 410:
      return notFound('upload');
    case 409:
      return conflict('upload_offset', (texts) => texts.platform.uploadOffset);
    case 412:
      return new DomainError(412, 'tus_version', (texts) => texts.platform.tusVersion);
    case 413:
      return new DomainError(413, 'too_large', (texts) => texts.platform.tooMuchUploaded);
    case 500:
      return new DomainError(500, 'unexpected', (texts) => texts.errors.unexpected);
    default:
      return new DomainError(400, 'bad_request', (texts) => texts.platform.invalidUploadHeaders);
  }
}
