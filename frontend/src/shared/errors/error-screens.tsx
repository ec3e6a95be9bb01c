import { IconAlertTriangle, IconCompass, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError, NetworkError } from '../../api/problem';
import { isChunkLoadError } from '../../lib/browser';
import { usePageTitle } from '../../lib/page';
import { messages } from '../../messages/common';
import { Button, buttonClass, ButtonLink } from '../../ui/button';
import { StateView } from '../../ui/state-view';
import { ChunkLoadError, LoadError } from './load-error';
import classes from './error-screens.module.css';

interface AccessDeniedProps {
  role: string;
  requiredRoles: readonly string[];
}

/** Shows role codes as in the specification (ADMIN, EDITOR, …), so that users can name the role they need. */
export function AccessDenied({ role, requiredRoles }: AccessDeniedProps) {
  usePageTitle(messages.access.deniedTitle);
  return (
    <StateView
      level={1}
      icon={<IconLock size={24} />}
      title={messages.access.deniedTitle}
      text={messages.access.deniedText}
    >
      <dl className={classes.roles}>
        <dt>{messages.access.yourRole}</dt>
        <dd>{role}</dd>
        <dt>{messages.access.requiredRoles}</dt>
        <dd>{requiredRoles.join(', ')}</dd>
      </dl>
      <ButtonLink to="/" variant="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}

/** Shown when the app itself fails. The link is a plain one, because the router may have failed. */
export function ApplicationError() {
  usePageTitle(messages.errors.applicationTitle);
  return (
    <StateView
      level={1}
      isAlert
      icon={<IconAlertTriangle size={24} />}
      title={messages.errors.applicationTitle}
      text={messages.errors.application}
    >
      <Button
        onClick={() => {
          window.location.reload();
        }}
      >
        {messages.errors.refresh}
      </Button>
      <a href="/" className={buttonClass({ variant: 'default' })}>
        {messages.errors.goHome}
      </a>
    </StateView>
  );
}

export function ConfigurationError() {
  usePageTitle(messages.errors.configurationTitle);
  return (
    <main>
      <StateView
        level={1}
        icon={<IconPlugConnectedX size={24} />}
        title={messages.errors.configurationTitle}
        text={messages.errors.configurationText}
      >
        <p>{messages.errors.configurationHint}</p>
      </StateView>
    </main>
  );
}

export function NotFound() {
  usePageTitle(messages.errors.notFoundTitle);
  return (
    <StateView
      level={1}
      icon={<IconCompass size={24} />}
      title={messages.errors.notFoundTitle}
      text={messages.errors.notFoundText}
    >
      <ButtonLink to="/" variant="default">
        {messages.common.backToHome}
      </ButtonLink>
    </StateView>
  );
}

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
