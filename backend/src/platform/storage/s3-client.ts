import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import type { Config } from '../config/config.js';

export interface S3Options {
  /** of a service other than Amazon's, for example MinIO; uses path-style addressing */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Each download occupies a connection while its reader is slow; the default of 50 would be exhausted soon. */
const MAX_SOCKETS = 500;

/** For STORAGE=s3, where loadConfig requires the bucket and the keys. */
export const getS3Options = ({ env }: Pick<Config, 'env'>): S3Options => ({
  endpoint: env.S3_ENDPOINT,
  region: env.S3_REGION,
  bucket: env.S3_BUCKET ?? '',
  accessKeyId: env.S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.S3_SECRET_ACCESS_KEY ?? '',
});

export function createS3Client({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Many compatible services do not support newer checksums; the content hash is verified by us.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5000,
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
  });
}

/** Undefined when the object does not exist. A missing bucket is an error. */
export async function unlessMissing<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch((error: unknown) => {
    if (error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound'))
      return undefined;
    throw error;
  });
}
