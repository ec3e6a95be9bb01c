import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { SendRequest, TestResponse } from './http.js';

export const TUS = { 'tus-resumable': '1.0.0' };
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };

/** The first bytes of video files as common programs write them. */
const signatures = {
  mp4: Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1'),
  mov: Buffer.from('\0\0\0\x14ftypqt  \0\0\x02\0qt  ', 'latin1'),
  avi: Buffer.from('RIFF\x24\0\0\0AVI LIST', 'latin1'),
  webm: Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701', 'hex'),
  mkv: Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282886d6174726f736b6142878104428581021853806701', 'hex'),
};

export type Container = keyof typeof signatures;

/** Random bytes that begin like a video of this kind. */
export function videoBytes(size: number, container: Container = 'mp4'): Buffer {
  const bytes = randomBytes(size);
  signatures[container].copy(bytes);
  return bytes;
}

/** A client of the tus protocol. */
export class UploadClient {
  constructor(private readonly request: SendRequest) {}

  begin(size: number, filename = 'holiday.mp4', headers: Record<string, string> = {}): Promise<TestResponse> {
    const metadata = { 'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}` };
    return this.request('POST', '/uploads', {
      headers: { ...TUS, 'upload-length': String(size), ...metadata, ...headers },
    });
  }

  /** @returns the id of a new upload */
  async create(size: number, filename?: string): Promise<string> {
    const { status, headers, text } = await this.begin(size, filename);
    if (status !== 201) throw new Error(`The upload was refused: ${status} ${text}`);
    return String(headers['location']).split('/').at(-1) ?? '';
  }

  send(id: string, offset: number, bytes: Buffer): Promise<TestResponse<{ code?: string; detail?: string }>> {
    return this.request('PATCH', `/uploads/${id}`, {
      headers: { ...PART, 'upload-offset': String(offset) },
      body: bytes,
    });
  }

  head(id: string): Promise<TestResponse> {
    return this.request('HEAD', `/uploads/${id}`, { headers: TUS });
  }

  async offset(id: string): Promise<number> {
    return Number((await this.head(id)).headers['upload-offset']);
  }

  delete(id: string): Promise<TestResponse> {
    return this.request('DELETE', `/uploads/${id}`, { headers: TUS });
  }

  /** @returns the id of a complete upload, sent in one part */
  async upload(bytes: Buffer, filename?: string): Promise<string> {
    const id = await this.create(bytes.length, filename);
    const { status, text } = await this.send(id, 0, bytes);
    if (status !== 204) throw new Error(`The upload failed: ${status} ${text}`);
    return id;
  }
}

/** A real S3 server on loopback. */
export async function startS3(): Promise<{ environment: Record<string, string>; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'hub', configs: [] }],
  });
  const { port } = await server.run();
  return {
    environment: {
      STORAGE: 's3',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'hub',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    stop: async () => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
