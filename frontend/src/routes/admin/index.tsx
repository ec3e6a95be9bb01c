import { createFileRoute, redirect } from '@tanstack/react-router';

/** The administration begins with its first screen. */
export const Route = createFileRoute('/admin/')({
  beforeLoad: () => {
    throw redirect({ to: '/admin/users', replace: true });
  },
});
