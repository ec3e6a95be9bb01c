/** Whether shortcuts are told, and taken, with the ⌘ key. */
export const isApple = /mac|iphone|ipad/i.test(navigator.platform);
