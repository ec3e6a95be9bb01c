export { AuthModule } from './auth.module.js';
export { AuthFacade } from './auth.facade.js';
export { userRegistered, userRoleChanged } from './users/user.events.js';
export { defaultRole, registrationOpen } from './users/accounts.service.js';
export { User } from './users/user.entity.js';
export { Session } from './sessions/session.entity.js';
export { type SearchableUser, UsersFacade, type Recipient } from './users.facade.js';
