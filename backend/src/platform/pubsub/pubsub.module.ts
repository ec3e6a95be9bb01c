import { Global, Module } from '@nestjs/common';
import { PubSub } from './pubsub.js';

@Global()
@Module({ providers: [PubSub], exports: [PubSub] })
export class PubSubModule {}
