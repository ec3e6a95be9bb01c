export { RolesModule } from './roles.module.js';
export { RolesFacade, type RoleInfo } from './roles.facade.js';
export { permissions, systemRoles, type Permission } from './catalogue.js';
export { Role } from './role.entity.js';
