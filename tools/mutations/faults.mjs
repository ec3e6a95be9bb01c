// Hand-made faults of all areas.
import { administrationFaults } from './administration.mjs';
import { contentFaults } from './content.mjs';
import { forumFaults } from './forum.mjs';
import { frontendFaults } from './frontend.mjs';
import { peopleFaults } from './people.mjs';
import { platformFaults } from './platform.mjs';

/** @type {import('../lib/mutations.mjs').Fault[]} */
export const faults = [
  ...peopleFaults,
  ...contentFaults,
  ...forumFaults,
  ...administrationFaults,
  ...platformFaults,
  ...frontendFaults,
];
