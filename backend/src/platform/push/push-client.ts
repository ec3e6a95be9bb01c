import { createHash } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { Config } from '../config/config.js';
import { lookupPublic } from './public-address.js';
import { VapidKeys } from './vapid-keys.js';

/** Where a browser receives messages, and the keys that only the browser can read them with. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  /** at most 3 KB */
  text: string;
  /** a later message of the same topic replaces one that has not been delivered */
  topic: string;
}

/** The push service of a browser keeps messages for a device that is offline. */
const LIFETIME_SECONDS = 24 * 3600;
const TIMEOUT_MS = 5000;
/** Characters of a topic. */
const TOPIC_LENGTH = 32;

/**
 * Sends messages to the push services of browsers. Their addresses come from users, so nothing but public servers is
 * reached by them: https on its own port, no redirects, and nothing is read of a response but its status.
 */
@Injectable()
export class PushClient {
  constructor(
    private readonly config: Config,
    private readonly keys: VapidKeys,
  ) {}

  /** Whether messages are sent to the address. */
  accepts(endpoint: string): boolean {
    const url = URL.parse(endpoint);
    // Browsers give addresses in their canonical form.
    if (url?.href !== endpoint || url.username || url.password || url.hash) return false;
    if (this.isOwnService(url)) return true;
    return url.protocol === 'https:' && url.port === '' && !isIP(url.hostname.replace(/^\[|\]$/g, ''));
  }

  /**
   * @returns the status of the response
   * @throws PrivateAddressError, or an error of the connection
   */
  async send({ endpoint, p256dh, auth }: PushTarget, { text, topic }: PushMessage): Promise<number> {
    if (!this.accepts(endpoint)) throw new Error('No message is sent to this address.');
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
      vapidDetails: { subject: this.subject, ...(await this.keys.get()) },
      TTL: LIFETIME_SECONDS,
      contentEncoding: 'aes128gcm',
      topic: createHash('sha256').update(topic).digest('base64url').slice(0, TOPIC_LENGTH),
    });
    return this.post(new URL(endpoint), headers, body);
  }

  private post(url: URL, headers: Record<string, string | number>, body: Buffer): Promise<number> {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const options = {
        method: 'POST',
        headers,
        agent: false,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(!this.isOwnService(url) && { lookup: lookupPublic }),
      };
      const sent = request(url, options, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  private isOwnService({ origin }: URL): boolean {
    return this.config.env.PUSH_ORIGINS.includes(origin);
  }

  /** The contact that push services find in messages of the hub. */
  private get subject(): string {
    const { publicUrl } = this.config;
    return publicUrl.startsWith('https:') ? publicUrl : `mailto:admin@${new URL(publicUrl).hostname}`;
  }
}
