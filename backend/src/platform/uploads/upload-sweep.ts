import { Injectable } from '@nestjs/common';
import { UploadLocker } from './upload-locker.js';
import { UploadsService } from './uploads.service.js';

/** Deletes expired uploads with their bytes. */
@Injectable()
export class UploadSweep {
  constructor(
    private readonly uploads: UploadsService,
    private readonly locker: UploadLocker,
  ) {}

  /** Not to be called in a transaction. */
  async run(now = new Date()): Promise<void> {
    const ids = [...(await this.uploads.findExpired(now)), ...(await this.uploads.findOrphans())];
    for (const id of ids) await this.locker.ifFree(id, () => this.uploads.removeExpired(id));
  }
}
