import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Actor } from '../../../platform/access/actor.js';
import { CurrentActor, RequirePermission, RequiresSession } from '../../../platform/access/decorators.js';
import { Backups } from '../../../platform/backup/backups.js';
import type { BackupRow } from '../../../platform/backup/backups.repository.js';
import { notFound } from '../../../platform/errors/domain-error.js';
import { ProblemResponses } from '../../../platform/errors/problem.dto.js';
import { MessageResponse } from '../../../platform/http/openapi/message.dto.js';
import { isId } from '../../../platform/http/validation/path-parameters.js';
import { BackupResponse, CreatedBackupResponse, toBackup } from './backups.dto.js';
import { BackupsService } from './backups.service.js';
import { CurrentTexts } from '../../../platform/language/current-texts.js';
import type { Texts } from '../../../platform/language/texts.js';

const REQUIRES = 'Requires the permission `system.manage`.';
const archive = {
  content: { 'application/zstd': { schema: { type: 'string', format: 'binary' } } },
};

@ApiTags('administration')
@Controller('admin')
@RequiresSession()
export class BackupsController {
  constructor(
    private readonly backups: Backups,
    private readonly service: BackupsService,
  ) {}

  @Post('create-backup')
  @ApiOperation({
    summary: 'Create a backup',
    description:
      'One archive with the database and all files of one moment. The response waits some seconds for it; the ' +
      `status of a large one is \`running\`, and \`GET /admin/backups\` tells its progress. ${REQUIRES}`,
  })
  @RequirePermission('system.manage')
  @ApiCreatedResponse({ description: 'The backup is complete, or runs', type: CreatedBackupResponse })
  @ProblemResponses({
    409: '`backup_running`: another backup is being created',
    503: '`backup_failed`: it could not be created; the detail says why',
  })
  async createBackup(@CurrentActor() actor: Actor, @CurrentTexts() texts: Texts): Promise<CreatedBackupResponse> {
    const row = await this.service.create(actor);
    return { message: describe(row, texts), backup: toBackup(row, await this.service.listArchives(), texts) };
  }

  @Get('backups')
  @ApiOperation({
    summary: 'List the backups',
    description: `The newest first, failed ones included; not paged. ${REQUIRES}`,
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The backups', type: [BackupResponse] })
  async listBackups(@CurrentTexts() texts: Texts): Promise<BackupResponse[]> {
    const [rows, archives] = await Promise.all([this.backups.list(), this.service.listArchives()]);
    return rows.map((row) => toBackup(row, archives, texts));
  }

  @Get('backups/:id/file')
  @ApiOperation({
    summary: 'Get the archive of a backup',
    description:
      'It contains everything that the hub stores, also password hashes. Requires a session that began within the ' +
      `last ten minutes. Supports one byte range per request. ${REQUIRES}`,
  })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The archive, or its end when nothing else was requested', ...archive })
  @ApiResponse({ status: 206, description: 'The requested range', ...archive })
  @ProblemResponses({
    404: 'No such backup, or `backup_file_missing`: its file is gone',
    409: '`backup_incomplete`: it runs or has failed',
    416: 'The range lies outside the archive',
  })
  async getBackupFile(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (!isId(id)) throw notFound('backup');
    await this.service.sendArchive(actor, id, request, reply);
  }

  @Delete('backups/:id')
  @ApiOperation({ summary: 'Delete a backup', description: `With its archive. ${REQUIRES}` })
  @RequirePermission('system.manage')
  @ApiOkResponse({ description: 'The backup was deleted', type: MessageResponse })
  @ProblemResponses({ 404: 'No such backup', 409: '`backup_running`: it is still being created' })
  async deleteBackup(
    @Param('id') id: string,
    @CurrentActor() actor: Actor,
    @CurrentTexts() texts: Texts,
  ): Promise<MessageResponse> {
    if (!isId(id)) throw notFound('backup');
    await this.service.delete(actor, id);
    return { message: texts.admin.backupDeleted };
  }
}

function describe({ status, missing_files }: BackupRow, { admin }: Texts): string {
  if (status !== 'complete') return admin.backupBeingCreated;
  return missing_files === 0 ? admin.backupCreated : admin.backupCreatedWithout(missing_files);
}
