export { AuthModule, authTables } from './auth.module.js';
export { AuthFacade } from './auth.facade.js';
export { type SignInFigures, signInHealth } from './credentials/login-throttle.js';
export { userErased, userRegistered, userRoleChanged } from './users/user.events.js';
export { registrationMode } from './registration-settings.js';
export { SetupService } from './setup/setup.service.js';
export { type SearchableUser, UsersFacade, type Recipient } from './users.facade.js';
