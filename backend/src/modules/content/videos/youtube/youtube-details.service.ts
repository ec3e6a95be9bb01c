import { Injectable } from '@nestjs/common';
import { ITEM_TITLE_MAX } from '@hub/shared/limits';
import type { Actor } from '../../../../platform/access/actor.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { singleLine } from '../../../../platform/http/validation/text.js';
import { ImageEncoder } from '../../../../platform/images/image-encoder.js';
import { RateLimiter } from '../../../../platform/limits/rate-limiter.js';
import { parseEmbed } from '../video-source.service.js';
import { YouTubeClient } from './youtube-client.js';

export interface YouTubeDetails {
  title: string;
  /** base64 of a WebP */
  thumbnail_data: string | null;
}

const LIMIT = { limit: 60, windowSeconds: 3600 };

/** Gets what YouTube knows about a video, for the form of an author who asks for it. Stores nothing. */
@Injectable()
export class YouTubeDetailsService {
  constructor(
    private readonly client: YouTubeClient,
    private readonly encoder: ImageEncoder,
    private readonly rateLimiter: RateLimiter,
  ) {}

  /** @throws 400 when it is not the address of a YouTube video, 429, and what YouTubeClient.fetchVideo throws */
  async get(actor: Actor, address: string): Promise<YouTubeDetails> {
    const { embedId } = parseEmbed('YOUTUBE', address);
    await this.rateLimiter.consume(`youtube:${actor.userId}`, LIMIT);
    const { title, image } = await this.client.fetchVideo(embedId);
    return { title: toTitle(title), thumbnail_data: image ? await this.encode(image) : null };
  }

  /** As images that users upload: what is not an image, or is too large, is refused. */
  private async encode(image: Buffer): Promise<string | null> {
    try {
      return (await this.encoder.image({ bytes: image })).bytes.toString('base64');
    } catch (error) {
      if (error instanceof DomainError && error.status < 500) return null;
      throw error;
    }
  }
}

const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/** A title that the hub accepts. */
const toTitle = (title: string): string =>
  singleLine(title.replaceAll('\0', '').toWellFormed()).slice(0, ITEM_TITLE_MAX).replace(HALF_CHARACTER, '').trim();
