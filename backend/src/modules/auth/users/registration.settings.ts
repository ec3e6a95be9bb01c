import { z } from 'zod';
import { defineSetting } from '../../../platform/settings/settings.js';

/** Whether guests may create an account. */
export const registrationOpen = defineSetting('registration.open', z.boolean(), true);
/** The role of a new account. */
export const defaultRole = defineSetting('registration.default_role', z.string(), 'VIEWER');
