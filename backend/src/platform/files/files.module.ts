import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Jobs } from '../jobs/jobs.js';
import { FileUsage } from './file-usage.js';
import { FileSender } from './file-sender.js';
import { FileReferences } from './file-references.js';
import { FilesController } from './files.controller.js';
import { Files } from './files.js';
import { UnusedFiles } from './unused-files.js';

@Global()
@Module({
  controllers: [FilesController],
  providers: [FileUsage, Files, FileReferences, FileSender, UnusedFiles],
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
