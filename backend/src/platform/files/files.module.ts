import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { FilePersonalData } from './file-personal-data.js';
import { FileUsage } from './file-usage.js';
import { FileSender } from './file-sender.js';
import { FileReferences } from './file-references.js';
import { FilesController } from './files.controller.js';
import { Files } from './files.js';
import { StorageHealth } from './storage-health.js';
import { UnusedFiles } from './unused-files.js';

@Global()
@Module({
  controllers: [FilesController],
  providers: [FilePersonalData, FileUsage, Files, FileReferences, FileSender, StorageHealth, UnusedFiles],
  exports: [FileUsage, Files, FileReferences, FileSender, UnusedFiles],
})
export class FilesModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly unused: UnusedFiles,
  ) {}

  onModuleInit(): void {
    this.jobs.define('files.sweep', () => this.unused.sweep(), {
      cron: '41 * * * *',
      transactional: false,
      expireInSeconds: 3600,
    });
  }
}
