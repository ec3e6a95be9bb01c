import { Global, Module } from '@nestjs/common';
import { Secrets } from './secrets.js';
import { Settings } from './settings.js';

@Global()
@Module({ providers: [Secrets, Settings], exports: [Secrets, Settings] })
export class SettingsModule {}
