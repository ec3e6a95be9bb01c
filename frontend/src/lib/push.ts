import { parseUserAgent } from './user-agent';

/** Why this browser can't show push notifications. */
export type PushObstacle = 'insecure' | 'install' | 'unsupported' | 'blocked';

/** Browsers that refuse workers never get one. */
const WORKER_TIMEOUT_MS = 10_000;

/** iPads say that they are Macs. */
function isAppleTouchDevice(): boolean {
  const { system } = parseUserAgent(navigator.userAgent);
  return system === 'iPhone' || system === 'iPad' || (system === 'macOS' && navigator.maxTouchPoints > 1);
}

export function findPushObstacle(): PushObstacle | undefined {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleTouchDevice() ? 'install' : 'unsupported';
  return Notification.permission === 'denied' ? 'blocked' : undefined;
}

function waitForWorker(): Promise<ServiceWorkerRegistration> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error('There is no service worker.'));
    }, WORKER_TIMEOUT_MS);
    void navigator.serviceWorker.ready.then((registration) => {
      clearTimeout(timer);
      resolve(registration);
    });
  });
}

/** The subscription of this browser, also one of a former session. */
export async function findPushSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  // Browsers without push have no manager.
  return registration && 'pushManager' in registration ? registration.pushManager.getSubscription() : null;
}

/** Subscribes this browser. @param publicKey of the hub */
export async function createPushSubscription(publicKey: string): Promise<PushSubscription> {
  // A former one may be for another key, or for another user.
  await endPushSubscription();
  const { pushManager } = await waitForWorker();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** After this the push service delivers nothing to this browser. */
export async function endPushSubscription(): Promise<void> {
  await (await findPushSubscription())?.unsubscribe();
}
