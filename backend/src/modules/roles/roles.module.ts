import { Module } from '@nestjs/common';
import { PermissionDirectory } from '../../platform/access/ports.js';
import { RolesFacade } from './roles.facade.js';

@Module({
  providers: [RolesFacade, { provide: PermissionDirectory, useExisting: RolesFacade }],
  exports: [RolesFacade, PermissionDirectory],
})
export class RolesModule {}
