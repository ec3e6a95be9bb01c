import { Global, Module } from '@nestjs/common';
import { ImageQuota } from './image-quota.js';
import { ImageEncoder } from './image-encoder.js';
import { Images } from './images.js';

@Global()
@Module({ providers: [ImageQuota, ImageEncoder, Images], exports: [Images] })
export class ImagesModule {}
