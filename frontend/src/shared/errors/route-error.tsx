import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, NetworkError } from '../../api/problem';
import { AccessDenied } from '../access/access-denied';
import { ApplicationError } from './application-error';
import { LoadFailed } from './load-failed';
import { NotFound } from './not-found';

/** How browsers say that a script or style sheet of ours did not come. */
const isMissingPart = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed|Unable to preload CSS/i.test(error.message);

/** What a route shows when its data did not come, or when it broke. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  useEffect(reset, [reset]);

  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error instanceof ApiError && error.status === 403 && error.problem.role) {
    return <AccessDenied role={error.problem.role} requiredRoles={error.problem.required_roles ?? []} />;
  }
  // A part of the product that could not be fetched; the browser keeps the failure, so only a reload helps.
  if (isMissingPart(error)) return <LoadFailed page error={new NetworkError(error)} onRetry={() => window.location.reload()} />;
  if (error instanceof ApiError || error instanceof NetworkError) {
    return <LoadFailed page error={error} onRetry={() => void router.invalidate()} />;
  }
  return <ApplicationError />;
}
