import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseId, stringify as stringifyId } from 'uuid';
import { Config } from '../../../platform/config/config.js';
import { Secrets } from '../../../platform/settings/settings.js';

const ID_BYTES = 16;
const TOKEN = /^[\w-]{22}\.[\w-]{43}$/;

/** What a link turns off: mails about notifications, or the digest. */
const mailLists = ['notifications', 'digest'] as const;
export type MailList = (typeof mailLists)[number];

/** Part of the signature; that of the first was there before the second. */
const signedTexts: Record<MailList, string> = { notifications: 'unsubscribe', digest: 'unsubscribe digest' };

/** Links that turn a user's mails off and can do nothing else. They never expire, so that links in old mails work. */
@Injectable()
export class UnsubscribeLinkSigner {
  private secret: string | undefined;

  constructor(
    private readonly secrets: Secrets,
    private readonly config: Config,
  ) {}

  async createUrl(userId: string, list: MailList): Promise<string> {
    const id = Buffer.from(parseId(userId));
    const token = `${id.toString('base64url')}.${(await this.sign(id, list)).toString('base64url')}`;
    return `${this.config.publicUrl}${this.config.env.API_PREFIX}/notifications/unsubscribe?token=${token}`;
  }

  /** @returns undefined when the signature is not ours */
  async findSubscription(token: unknown): Promise<{ userId: string; list: MailList } | undefined> {
    if (typeof token !== 'string' || !TOKEN.test(token)) return undefined;
    const [id, signature] = token.split('.').map((part) => Buffer.from(part, 'base64url'));
    if (id?.length !== ID_BYTES || !signature) return undefined;
    for (const list of mailLists)
      if (timingSafeEqual(signature, await this.sign(id, list))) return { userId: stringifyId(id), list };
    return undefined;
  }

  private async sign(id: Buffer, list: MailList): Promise<Buffer> {
    this.secret ??= await this.secrets.get('unsubscribe');
    return createHmac('sha256', this.secret).update(signedTexts[list]).update(id).digest();
  }
}
