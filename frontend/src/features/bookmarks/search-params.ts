import { ContentKind } from '../../api/generated/model/contentKind';
import { enumParam, createSearchParser } from '../../lib/search-params';

export const KINDS = Object.values(ContentKind);

export const bookmarksSearch = createSearchParser({ type: enumParam(KINDS) });
