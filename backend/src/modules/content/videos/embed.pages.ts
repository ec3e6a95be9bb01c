import { Injectable } from '@nestjs/common';
import { Pages } from '../../../platform/web/pages.js';

/** The pages in the frames of video pages. */
@Injectable()
export class EmbedPages {
  constructor(pages: Pages) {
    // Without the video's title: frames need none, and the address names a video of YouTube, not one of this hub.
    pages.add('/embed/youtube/:id', async ({ id = '' }) =>
      Promise.resolve(
        /^[\w-]{6,20}$/.test(id)
          ? { title: 'YouTube', frame: { sources: ['https://www.youtube-nocookie.com'] } }
          : undefined,
      ),
    );
  }
}
