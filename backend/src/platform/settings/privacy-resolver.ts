import { Injectable } from '@nestjs/common';
import { PrivacyResolver } from '../access/ports.js';
import { Settings, siteReaders } from './settings.js';

@Injectable()
export class SettingsPrivacyResolver extends PrivacyResolver {
  constructor(private readonly settings: Settings) {
    super();
  }

  override async isPrivate(): Promise<boolean> {
    return (await this.settings.get(siteReaders)) === 'members';
  }
}
