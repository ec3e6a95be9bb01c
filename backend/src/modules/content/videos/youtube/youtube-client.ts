import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { DomainError } from '../../../../platform/errors/domain-error.js';

/** Where YouTube is asked, and for how long. Tests put a server of their own there. */
export interface YouTubeOptions {
  videosOrigin: string;
  imagesOrigin: string;
  /** for all requests about one video together */
  timeoutMs: number;
}

export const YOUTUBE_OPTIONS = Symbol('YOUTUBE_OPTIONS');

export const createYouTubeOptions = (): YouTubeOptions => ({
  videosOrigin: 'https://www.youtube.com',
  imagesOrigin: 'https://i.ytimg.com',
  timeoutMs: 5000,
});

export interface YouTubeVideo {
  title: string;
  /** a JPEG, not verified; undefined when there is none that can be used */
  image: Buffer | undefined;
}

interface Format {
  mediaType: string;
  maxBytes: number;
}

const JSON_FORMAT: Format = { mediaType: 'application/json', maxBytes: 64 * 1024 };
const IMAGE_FORMAT: Format = { mediaType: 'image/jpeg', maxBytes: 2 * 1024 ** 2 };
/** Small videos have no image of the first size. */
const IMAGE_NAMES = ['maxresdefault', 'hqdefault'];

const oEmbedResponse = z.object({ title: z.string() });

/**
 * Reads the public data of a video at YouTube. Nothing of a request is chosen by users except the 11 characters of the
 * id: hosts and paths are fixed, and redirects are not followed.
 */
@Injectable()
export class YouTubeClient {
  constructor(@Inject(YOUTUBE_OPTIONS) private readonly options: YouTubeOptions) {}

  /**
   * @param id as parseEmbedId returns it
   * @throws 404 youtube_video_missing or youtube_video_private, 503 youtube_unavailable
   */
  async fetchVideo(id: string): Promise<YouTubeVideo> {
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    try {
      const title = await this.fetchTitle(id, signal);
      return { title, image: await this.fetchImage(id, signal) };
    } catch (error) {
      throw error instanceof DomainError ? error : youTubeUnavailable(error);
    }
  }

  private async fetchTitle(id: string, signal: AbortSignal): Promise<string> {
    const url = new URL('/oembed', this.options.videosOrigin);
    url.search = String(new URLSearchParams({ format: 'json', url: `https://www.youtube.com/watch?v=${id}` }));
    const response = await request(url, JSON_FORMAT, signal);
    if (response.ok)
      return oEmbedResponse.parse(JSON.parse((await readBody(response, JSON_FORMAT)).toString('utf8'))).title;
    await response.body?.cancel();
    if ([400, 404].includes(response.status)) throw videoMissing();
    if ([401, 403].includes(response.status)) throw videoPrivate();
    throw new Error(`YouTube responded with ${response.status}.`);
  }

  /** A video is worth its title alone, so that an image that cannot be read is no error. */
  private async fetchImage(id: string, signal: AbortSignal): Promise<Buffer | undefined> {
    for (const name of IMAGE_NAMES) {
      try {
        const response = await request(
          new URL(`/vi/${id}/${name}.jpg`, this.options.imagesOrigin),
          IMAGE_FORMAT,
          signal,
        );
        if (response.ok) return await readBody(response, IMAGE_FORMAT);
        await response.body?.cancel();
      } catch {
        // The smaller one may still be readable.
      }
    }
    return undefined;
  }
}

const request = (url: URL, { mediaType }: Format, signal: AbortSignal): Promise<Response> =>
  fetch(url, { redirect: 'error', credentials: 'omit', headers: { accept: mediaType }, signal });

/** @throws when the body has another media type or more bytes; it is not read any further then */
async function readBody(response: Response, { mediaType, maxBytes }: Format): Promise<Buffer> {
  const actual = response.headers.get('content-type')?.split(';')[0]?.trim();
  if (actual !== mediaType) {
    await response.body?.cancel();
    throw new Error(`YouTube sent ${actual ?? 'no media type'} instead of ${mediaType}.`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the transfer.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`YouTube sent more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const videoMissing = () => new DomainError(404, 'youtube_video_missing', (texts) => texts.content.youtubeVideoMissing);

const videoPrivate = () => new DomainError(404, 'youtube_video_private', (texts) => texts.content.youtubeVideoPrivate);

const youTubeUnavailable = (cause: unknown) =>
  Object.assign(
    new DomainError(503, 'youtube_unavailable', (texts) => texts.content.youtubeUnavailable, { retry_after: 30 }),
    { cause },
  );
