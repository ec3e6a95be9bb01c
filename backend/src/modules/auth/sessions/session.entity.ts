import { defineEntity, p } from '@mikro-orm/core';

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.uuid().primary(),
    /** SHA-256 of the token, which is not stored */
    tokenHash: p.text().unique(),
    userId: p.uuid().index(),
    createdAt: p.datetime(),
    expiresAt: p.datetime().index(),
    /** when the user last presented credentials */
    authenticatedAt: p.datetime(),
    lastSeenAt: p.datetime(),
    userAgent: p.text(),
    ip: p.text(),
  },
});

/** One sign-in by a browser or program. */
export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
