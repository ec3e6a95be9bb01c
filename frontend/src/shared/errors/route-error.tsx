import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, NetworkError } from '../../api/problem';
import { isMissingPart } from '../../lib/missing-part';
import { AccessDenied } from '../access/access-denied';
import { ApplicationError } from './application-error';
import { LoadFailed } from './load-failed';
import { NotFound } from './not-found';
import { PartFailed } from './part-failed';

/** What a route shows when its data did not come, or when it broke. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  useEffect(reset, [reset]);

  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error instanceof ApiError && error.status === 403 && error.problem.role) {
    return <AccessDenied role={error.problem.role} requiredRoles={error.problem.required_roles ?? []} />;
  }
  if (isMissingPart(error)) return <PartFailed page />;
  if (error instanceof ApiError || error instanceof NetworkError) {
    return <LoadFailed page error={error} onRetry={() => void router.invalidate()} />;
  }
  return <ApplicationError />;
}
