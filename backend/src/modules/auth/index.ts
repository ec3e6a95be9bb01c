export { AuthModule } from './auth.module.js';
export { AuthFacade } from './auth.facade.js';
export { userRegistered, userRoleChanged } from './auth.events.js';
export { defaultRole, registrationOpen } from './auth.settings.js';
export { User } from './users/user.entity.js';
export { Session } from './sessions/session.entity.js';
export { type FindablePerson, PeopleFacade, type Recipient } from './people.facade.js';
