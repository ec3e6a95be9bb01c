import { Injectable } from '@nestjs/common';
import webPush from 'web-push';
import { Secrets } from '../settings/settings.js';

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** The keys by which push services recognize the hub (VAPID, RFC 8292): made once, and the same on all instances. */
@Injectable()
export class VapidKeys {
  private keys: KeyPair | undefined;

  constructor(private readonly secrets: Secrets) {}

  async get(): Promise<KeyPair> {
    this.keys ??= await this.secrets.get<KeyPair>('vapid', () => webPush.generateVAPIDKeys());
    return this.keys;
  }
}
