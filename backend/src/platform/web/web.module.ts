import { Global, Module } from '@nestjs/common';
import { Pages } from './pages.js';

@Global()
@Module({ providers: [Pages], exports: [Pages] })
export class WebModule {}
