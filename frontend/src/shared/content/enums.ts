import { Difficulty } from '../../api/generated/model/difficulty';
import { DocumentSort } from '../../api/generated/model/documentSort';
import { DocumentStatus } from '../../api/generated/model/documentStatus';
import { Visibility } from '../../api/generated/model/visibility';

/** In display order. */
export const STATUSES = Object.values(DocumentStatus);
export const DIFFICULTIES = Object.values(Difficulty);
export const VISIBILITIES = Object.values(Visibility);
export const SORTS = Object.values(DocumentSort);
