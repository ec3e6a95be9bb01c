import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parse as parseId, stringify as stringifyId } from 'uuid';
import { Secrets } from '../../../platform/settings/settings.js';

const ID_BYTES = 16;
/** Of the seconds since 1970 at which the grant ends. */
const TIME_BYTES = 4;
const SIGNATURE_BYTES = 16;
const GRANT = /^[\w-]{70}$/;

/** Longer than a video and a night, so that an open page keeps working. */
const GRANT_SECONDS = 24 * 3600;

/** What a grant names: a link, and the item that it opens or one of the pages below. */
export interface Granted {
  linkId: string;
  itemId: string;
}

/**
 * Grants name a share link, an item and an end, and are part of the addresses of what a shared page loads: images and
 * players send neither the token nor the password. Each use checks the link itself again, so a grant ends with its
 * link.
 */
@Injectable()
export class ShareGrantSigner {
  private secret: string | undefined;

  constructor(private readonly secrets: Secrets) {}

  async create({ linkId, itemId }: Granted, now = Date.now()): Promise<string> {
    const end = Buffer.alloc(TIME_BYTES);
    end.writeUInt32BE(Math.floor(now / 1000) + GRANT_SECONDS);
    const signed = Buffer.concat([Buffer.from(parseId(linkId)), Buffer.from(parseId(itemId)), end]);
    return Buffer.concat([signed, await this.sign(signed)]).toString('base64url');
  }

  /** @returns undefined when the grant is not ours or has ended */
  async find(grant: string, now = Date.now()): Promise<Granted | undefined> {
    if (!GRANT.test(grant)) return undefined;
    const bytes = Buffer.from(grant, 'base64url');
    const signed = bytes.subarray(0, -SIGNATURE_BYTES);
    // 70 characters have room for some bits more, which must not make other spellings of a grant.
    if (bytes.toString('base64url') !== grant) return undefined;
    if (!timingSafeEqual(bytes.subarray(-SIGNATURE_BYTES), await this.sign(signed))) return undefined;
    if (signed.readUInt32BE(2 * ID_BYTES) * 1000 <= now) return undefined;
    return {
      linkId: stringifyId(signed.subarray(0, ID_BYTES)),
      itemId: stringifyId(signed.subarray(ID_BYTES, -TIME_BYTES)),
    };
  }

  private async sign(signed: Buffer): Promise<Buffer> {
    this.secret ??= await this.secrets.get('share_grants');
    return createHmac('sha256', this.secret).update(signed).digest().subarray(0, SIGNATURE_BYTES);
  }
}
