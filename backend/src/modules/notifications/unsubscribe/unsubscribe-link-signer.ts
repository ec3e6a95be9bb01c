import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseId, stringify as stringifyId } from 'uuid';
import { Config } from '../../../platform/config/config.js';
import { Secrets } from '../../../platform/settings/settings.js';

const ID_BYTES = 16;
const TOKEN = /^[\w-]{22}\.[\w-]{43}$/;

/** Links that turn a user's mails off and can do nothing else. They never expire, so that links in old mails work. */
@Injectable()
export class UnsubscribeLinkSigner {
  private secret: string | undefined;

  constructor(
    private readonly secrets: Secrets,
    private readonly config: Config,
  ) {}

  async createUrl(userId: string): Promise<string> {
    const id = Buffer.from(parseId(userId));
    const token = `${id.toString('base64url')}.${(await this.sign(id)).toString('base64url')}`;
    return `${this.config.publicUrl}${this.config.env.API_PREFIX}/notifications/unsubscribe?token=${token}`;
  }

  /** @returns the user's id; undefined when the signature is not ours */
  async findUserId(token: unknown): Promise<string | undefined> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return undefined;
    const [id, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (id?.length !== ID_BYTES || !signature || !timingSafeEqual(signature, await this.sign(id))) return undefined;
    return stringifyId(id);
  }

  private async sign(id: Buffer): Promise<Buffer> {
    this.secret ??= await this.secrets.get('unsubscribe');
    return createHmac('sha256', this.secret).update('unsubscribe').update(id).digest();
  }
}
