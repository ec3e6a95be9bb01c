import { Module } from '@nestjs/common';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { Pages } from '../../platform/web/pages.js';
import { CustomRolesController } from './custom-roles/custom-roles.controller.js';
import { CustomRolesService } from './custom-roles/custom-roles.service.js';
import { RoleDisplayController } from './display/role-display.controller.js';
import { RoleDisplayService } from './display/role-display.service.js';
import { PermissionsController } from './permissions/permissions.controller.js';
import { PermissionsService } from './permissions/permissions.service.js';
import { RolesFacade } from './roles.facade.js';
import { RolesRepository } from './role/roles.repository.js';
import { RoleStylingController } from './styling/role-styling.controller.js';
import { RoleStylingService } from './styling/role-styling.service.js';

@Module({
  controllers: [CustomRolesController, PermissionsController, RoleDisplayController, RoleStylingController],
  providers: [
    CustomRolesService,
    PermissionsService,
    RoleDisplayService,
    RolesFacade,
    RolesRepository,
    RoleStylingService,
    { provide: PermissionDirectory, useExisting: RolesFacade },
  ],
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
