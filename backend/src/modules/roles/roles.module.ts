import { Module } from '@nestjs/common';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { Pages } from '../../platform/web/pages.js';
import { RolesController } from './roles.controller.js';
import { RolesService } from './roles.service.js';
import { RolesFacade } from './roles.facade.js';
import type { TableDeclarations } from '../../platform/backup/backup-tables.js';

@Module({
  controllers: [RolesController],
  providers: [RolesFacade, RolesService, { provide: PermissionDirectory, useExisting: RolesFacade }],
  exports: [RolesFacade, PermissionDirectory],
})
export class RolesModule {
  constructor(pages: Pages) {
    pages.add('/admin/role-display', { title: 'Role display' });
    pages.add('/admin/permissions', { title: 'Permissions' });
    pages.add('/admin/role-styling', { title: 'Role styling' });
    pages.add('/admin/roles', { title: 'Roles' });
  }
}

export const rolesTables: TableDeclarations = { kept: ['roles'], excluded: {} };
