import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import type { VideoState } from '../../../api/generated/model/videoState';
import {
  createVideo,
  deleteVideoThumbnail,
  getCreateVideoUrl,
  getUpdateVideoUrl,
  setVideoStatus,
  updateVideo,
} from '../../../api/generated/videos-writing/videos-writing';
import { ApiError } from '../../../api/problem';
import { videoForm as text } from '../../../messages/videos';
import { useIdempotencyKey } from '../../../shared/forms/idempotency-key';
import { uploadWithProgress } from '../../../shared/forms/upload-with-progress';
import type { SaveAttempt, SendItem } from '../../editing/item-kind';
import { applyFirstStatus, toEdit, toFormData } from '../../editing/save-request';
import { PartialSaveError } from '../../editing/save-result';
import type { UploadRecords } from '../upload/upload-records';
import { type SaveRequest, toRequest, type VideoValues } from './video-values';

type Attempt = SaveAttempt<VideoValues>;

/** Responses that say that another file is needed. */
const REFUSED_FILE = [413, 415];

/** A refused file is an error at its field; everything else concerns the whole form. */
function toFileError(error: unknown): unknown {
  if (!(error instanceof ApiError && REFUSED_FILE.includes(error.status))) return error;
  return new ApiError(error.status, {
    ...error.problem,
    errors: [{ field: 'upload_key', message: error.message }],
  });
}

function sendWithThumbnail(path: string, method: 'POST' | 'PUT', body: SaveRequest, file: File, key?: string) {
  return uploadWithProgress<VideoResponse>({
    title: text.saving,
    text: file.name,
    path,
    method,
    headers: key ? { 'Idempotency-Key': key } : undefined,
    body: toFormData(body, { thumbnail: file }),
  });
}

async function update(id: string, body: SaveRequest, { thumbnail, version, status }: Attempt) {
  const versioned = { ...body, version, status: status as VideoState | undefined };
  if (thumbnail instanceof File) return sendWithThumbnail(getUpdateVideoUrl(id), 'PUT', versioned, thumbnail);
  const updated = await updateVideo(id, versioned);
  if (thumbnail !== 'remove') return updated;
  try {
    return await deleteVideoThumbnail(id);
  } catch (error) {
    throw new PartialSaveError(updated, 'thumbnail', error);
  }
}

async function create(fields: SaveRequest, { thumbnail, status }: Attempt, getKey: (content: string) => string) {
  const body = { ...fields, status: 'DRAFT' as const };
  const image = thumbnail instanceof File ? thumbnail : undefined;
  const key = getKey(JSON.stringify([body, image && [image.name, image.size, image.lastModified]]));
  const created = image
    ? await sendWithThumbnail(getCreateVideoUrl(), 'POST', body, image, key)
    : await createVideo(body, { headers: { 'Idempotency-Key': key } });
  if (!created) return undefined;
  return applyFirstStatus(created, status, () => setVideoStatus(created.id, { status: status as VideoState }));
}

/**
 * Creates or updates the video. Resolves to undefined when an upload was cancelled.
 *
 * @param uploads.uploadVideo uploads the chosen file and resolves to its upload key
 * @param uploads.cancelUpload ends the upload of a file that is not used after all
 */
export function useVideoRequest(
  existing: VideoResponse | undefined,
  uploads: { uploadVideo: (file: File) => Promise<string | undefined>; cancelUpload: () => void },
  records: UploadRecords,
): SendItem<VideoValues, VideoResponse> {
  const getKey = useIdempotencyKey();
  return async (attempt) => {
    const request = toRequest(attempt.values);
    const body = existing ? toEdit(existing, request, attempt.version) : request;
    if (attempt.file && body.source_type === 'UPLOAD') {
      const uploadKey = await uploads.uploadVideo(attempt.file).catch((error: unknown) => {
        throw toFileError(error);
      });
      if (uploadKey === undefined) return undefined;
      body.upload_key = uploadKey;
    }
    const saved = await (existing ? update(existing.id, body, attempt) : create(body, attempt, getKey));
    // Otherwise the next form would offer to continue this upload.
    if (saved && body.upload_key) records.remove(body.upload_key);
    if (saved && body.source_type !== 'UPLOAD') uploads.cancelUpload();
    return saved;
  };
}
