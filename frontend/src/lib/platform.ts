/** Whether shortcuts use the ⌘ key. */
export const isApplePlatform = /mac|iphone|ipad/i.test(navigator.platform);
