import { Module } from '@nestjs/common';
import { ReportsController } from './moderation/reports.controller.js';
import { ReportsRepository } from './moderation/reports.repository.js';
import { ReportsService } from './moderation/reports.service.js';

/** Administration across modules. */
@Module({
  controllers: [ReportsController],
  providers: [ReportsRepository, ReportsService],
})
export class AdminModule {}
