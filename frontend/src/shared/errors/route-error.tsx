import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, NetworkError } from '../../api/problem';
import { isChunkLoadError } from '../../lib/chunk-load-error';
import { AccessDenied } from '../access/access-denied';
import { ApplicationError } from './application-error';
import { LoadError } from './load-error';
import { NotFound } from './not-found';
import { ChunkLoadError } from './chunk-load-error';

/** Shown when a route's loader or component fails. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  useEffect(reset, [reset]);

  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  if (error instanceof ApiError && error.status === 403 && error.problem.role) {
    return <AccessDenied role={error.problem.role} requiredRoles={error.problem.required_roles ?? []} />;
  }
  if (isChunkLoadError(error)) return <ChunkLoadError isPage />;
  if (error instanceof ApiError || error instanceof NetworkError) {
    return <LoadError isPage error={error} onRetry={() => void router.invalidate()} />;
  }
  return <ApplicationError />;
}
