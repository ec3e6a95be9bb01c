import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessController } from './access.controller.js';
import { AccessGuard } from './access.guard.js';
import { ApiTokenStrategy } from './api-token.strategy.js';
import { SessionTokenStrategy } from './session-token.strategy.js';

@Module({})
export class AccessModule {
  /** @param implementations the modules that export ActorResolver, ApiTokenResolver and PermissionDirectory */
  static with(implementations: NonNullable<DynamicModule['imports']>): DynamicModule {
    return {
      module: AccessModule,
      imports: implementations,
      controllers: [AccessController],
      // A new kind of credentials is a strategy here and its name in the guard's list.
      providers: [SessionTokenStrategy, ApiTokenStrategy, { provide: APP_GUARD, useClass: AccessGuard }],
    };
  }
}
