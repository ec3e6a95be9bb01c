import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseId, stringify as stringifyId } from 'uuid';
import { Config } from '../../../platform/config/config.js';
import { Secrets } from '../../../platform/settings/secrets.js';

const ID_BYTES = 16;
const TOKEN = /^[\w-]{22}\.[\w-]{43}$/;

/** Addresses that stop somebody's mails and can do nothing else. They never expire: an old mail must still be stoppable. */
@Injectable()
export class UnsubscribeLinks {
  private secret: string | undefined;

  constructor(
    private readonly secrets: Secrets,
    private readonly config: Config,
  ) {}

  async urlFor(userId: string): Promise<string> {
    const id = Buffer.from(parseId(userId));
    const token = `${id.toString('base64url')}.${(await this.signatureOf(id)).toString('base64url')}`;
    return `${this.config.publicUrl}${this.config.env.API_PREFIX}/notifications/unsubscribe?token=${token}`;
  }

  /** @returns whose mails it stops; undefined when we have not made it */
  async personOf(token: unknown): Promise<string | undefined> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return undefined;
    const [id, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (id?.length !== ID_BYTES || !signature || !timingSafeEqual(signature, await this.signatureOf(id)))
      return undefined;
    return stringifyId(id);
  }

  private async signatureOf(id: Buffer): Promise<Buffer> {
    this.secret ??= await this.secrets.get('unsubscribe');
    return createHmac('sha256', this.secret).update('unsubscribe').update(id).digest();
  }
}
