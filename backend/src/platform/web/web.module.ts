import { Global, Module } from '@nestjs/common';
import { MachinePages } from './machine-pages.js';
import { Pages } from './pages.js';
import { Publications } from './publications.js';
import { SiteSettings } from './site-settings.js';

@Global()
@Module({ providers: [MachinePages, Pages, Publications, SiteSettings], exports: [Pages, Publications] })
export class WebModule {}
