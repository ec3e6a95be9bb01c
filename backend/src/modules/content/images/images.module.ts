import { Module } from '@nestjs/common';
import { RolesModule } from '../../roles/index.js';
import { ImagesController } from './images.controller.js';

/** Uploads of images for texts. */
@Module({ imports: [RolesModule], controllers: [ImagesController] })
export class ContentImagesModule {}
