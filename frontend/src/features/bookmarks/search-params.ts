import { ContentKind } from '../../api/generated/model/contentKind';
import { oneOf, readSearch } from '../../lib/search-params';

export const KINDS = Object.values(ContentKind);

export const bookmarksSearch = readSearch({ type: oneOf(KINDS) });
