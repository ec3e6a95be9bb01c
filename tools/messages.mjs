// Writes frontend/src/messages from the texts in frontend/i18n. `npm run build` and `npm run dev` do it, too.
import { writeMessages } from './lib/write-messages.mjs';

writeMessages();
