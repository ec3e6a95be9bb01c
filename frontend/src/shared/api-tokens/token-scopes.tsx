import type { ApiTokenScope } from '../../api/generated/model/apiTokenScope';
import { apiTokens as text } from '../../messages/admin-api-tokens';
import { Badge } from '../../ui/badge';
import classes from './token-scopes.module.css';

/** The scopes of a token, and whether it has expired. */
export function TokenScopes({ scopes, isExpired }: { scopes: readonly ApiTokenScope[]; isExpired: boolean }) {
  return (
    <span className={classes.scopes}>
      {scopes.map((scope) => (
        <Badge key={scope} tone={scope === 'write' ? 'amber' : 'blue'}>
          {text.scope[scope]}
        </Badge>
      ))}
      {isExpired && <Badge tone="red">{text.expired}</Badge>}
    </span>
  );
}
