import { Global, Module } from '@nestjs/common';
import { Subjects } from './subjects.js';

@Global()
@Module({ providers: [Subjects], exports: [Subjects] })
export class SubjectsModule {}
