import { ECDH } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import { CheckedBy, TextField } from '../../../platform/http/validation/fields.js';

const ENDPOINT_MAX = 2000;
const ENDPOINT = 'https://push.example.net/send/dGhpcyBpcyBhbiBleGFtcGxl';
const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg';
/** Characters of 65 and 16 bytes in base64url. */
const [P256DH_LENGTH, AUTH_LENGTH] = [87, 22];

function isPublicKey(value: unknown): boolean {
  if (typeof value !== 'string' || value.length !== P256DH_LENGTH || !/^[\w-]+$/.test(value)) return false;
  try {
    ECDH.convertKey(value, 'prime256v1', 'base64url');
    return true;
  } catch {
    return false;
  }
}

const isAuthSecret = (value: unknown): boolean =>
  typeof value === 'string' && value.length === AUTH_LENGTH && /^[\w-]+$/.test(value);

/** A PushSubscription of the browser. */
export class SubscribePushRequest {
  @TextField({
    label: 'pushEndpoint',
    description: 'https address of the push service of the browser',
    min: 1,
    max: ENDPOINT_MAX,
    example: ENDPOINT,
  })
  endpoint!: string;

  @CheckedBy('isPublicKey', isPublicKey, ({ fields, validation }) => validation.p256dh(fields.p256dh))
  @TextField({
    label: 'p256dh',
    description: 'public key of the browser, base64url',
    min: P256DH_LENGTH,
    max: P256DH_LENGTH,
    example: P256DH,
  })
  p256dh!: string;

  @CheckedBy('isAuthSecret', isAuthSecret, ({ fields, validation }) => validation.base64url(fields.pushAuth))
  @TextField({
    label: 'pushAuth',
    description: 'authentication secret of the browser, base64url',
    min: AUTH_LENGTH,
    max: AUTH_LENGTH,
    example: AUTH,
  })
  auth!: string;
}

class PushSubscriptionResponse {
  @ApiProperty({ format: 'uuid' }) session_id!: string;
  @ApiProperty({ description: 'whether this request belongs to the session' }) current!: boolean;
  @ApiProperty({ format: 'date-time' }) created_at!: string;
}

export class PushResponse {
  @ApiProperty({ description: 'applicationServerKey of subscriptions, base64url', example: P256DH })
  public_key!: string;
  @ApiProperty({ description: 'sessions whose browsers get push notifications', type: [PushSubscriptionResponse] })
  subscriptions!: PushSubscriptionResponse[];
}
