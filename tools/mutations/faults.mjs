// Hand-made faults of all areas.
import { accountFaults } from './accounts.mjs';
import { administrationFaults } from './administration.mjs';
import { contentFaults } from './content.mjs';
import { forumFaults } from './forum.mjs';
import { frontendFaults } from './frontend.mjs';
import { platformFaults } from './platform.mjs';

/** @type {import('../lib/mutations.mjs').Fault[]} */
export const faults = [
  ...accountFaults,
  ...contentFaults,
  ...forumFaults,
  ...administrationFaults,
  ...platformFaults,
  ...frontendFaults,
];
