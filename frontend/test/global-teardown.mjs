/** Ends the timers of the page that test files share, which would keep this process alive for minutes. */
export default function closeSharedPage() {
  globalThis.sharedPage?.close();
}
