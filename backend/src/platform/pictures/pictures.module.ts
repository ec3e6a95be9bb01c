import { Global, Module } from '@nestjs/common';
import { PictureEncoder } from './picture-encoder.js';
import { Pictures } from './pictures.js';

@Global()
@Module({ providers: [PictureEncoder, Pictures], exports: [Pictures] })
export class PicturesModule {}
