import { Global, Module } from '@nestjs/common';
import { Secrets } from './secrets.js';
import { Settings } from './settings.js';
import { SettingsRegistry } from './settings-registry.js';

@Global()
@Module({ providers: [Secrets, Settings, SettingsRegistry], exports: [Secrets, Settings, SettingsRegistry] })
export class SettingsModule {}
