import { Global, Module } from '@nestjs/common';
import { VisibilityRegistry } from './visibility-registry.js';

@Global()
@Module({ providers: [VisibilityRegistry], exports: [VisibilityRegistry] })
export class VisibilityModule {}
