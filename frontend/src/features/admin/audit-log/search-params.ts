import type { AuditAction } from '../../../api/generated/model/auditAction';

/** The filters and the page in the URL. */
export interface AuditSearch {
  /** Id of a user, or `system`. */
  actor?: string;
  /** An action of the API, or any text of the address. */
  action?: string;
  /** Type and id of a subject. */
  type?: string;
  id?: string;
  /** Days such as 2026-11-23, in the time zone of the user; both are included. */
  from?: string;
  to?: string;
  /** Cursors: the entry before or after which the page begins. */
  before?: string;
  after?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

const isDay = (text: string): boolean => DAY.test(text) && !Number.isNaN(new Date(`${text}T00:00`).getTime());

export const dayParam = (raw: unknown): string | undefined => (typeof raw === 'string' && isDay(raw) ? raw : undefined);

/** Midnight at the beginning of a day in the time zone of the user. */
function startOfDay(day: string | undefined, daysLater = 0): string | undefined {
  if (day === undefined) return undefined;
  const start = new Date(`${day}T00:00`);
  start.setDate(start.getDate() + daysLater);
  return start.toISOString();
}

/** The filters as the API takes them. */
export const toFilterParams = ({ actor, action, type, id, from, to }: AuditSearch) => ({
  actor,
  action: action as AuditAction | undefined,
  subject_type: type,
  subject_id: id,
  from: startOfDay(from),
  to: startOfDay(to, 1),
});

export const isFiltered = ({ actor, action, type, id, from, to }: AuditSearch): boolean =>
  [actor, action, type, id, from, to].some((value) => value !== undefined);
