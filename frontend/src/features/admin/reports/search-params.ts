import { createSearchParser, enumParam } from '../../../lib/search-params';
import { REPORTED_TYPES } from '../../../shared/moderation/moderation';

export const VIEWS = ['open', 'upheld', 'dismissed', 'hidden'] as const;
export type ReportsView = (typeof VIEWS)[number];

/** The view and the filter. */
export const reportsSearch = createSearchParser({ view: enumParam(VIEWS), type: enumParam(REPORTED_TYPES) });

export type ReportsSearch = ReturnType<typeof reportsSearch>;
