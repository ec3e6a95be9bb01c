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
    pages.add('/admin/role-display', { title: ({ pages: texts }) => texts.roleDisplay });
    pages.add('/admin/permissions', { title: ({ pages: texts }) => texts.permissions });
    pages.add('/admin/role-styling', { title: ({ pages: texts }) => texts.roleStyling });
    pages.add('/admin/roles', { title: ({ pages: texts }) => texts.roles });
  }
}

export const rolesTables: TableDeclarations = { kept: ['roles'], excluded: {} };
