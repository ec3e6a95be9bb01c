// Writes the typed messages of both halves from their texts in i18n. `npm run build` and `npm run dev` do it, too.
import { writeBackendMessages } from './lib/write-backend-messages.mjs';
import { writeMessages } from './lib/write-messages.mjs';

writeMessages();
writeBackendMessages();
