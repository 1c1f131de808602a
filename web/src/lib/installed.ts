const INSTALLED = "(display-mode: standalone), (display-mode: fullscreen)";
const TOUCH = "(pointer: coarse)";

/** Whether this is the app on a phone's home screen, where back is a button or a gesture of the device and not of a browser. */
export const isInstalledPhone = () => matchMedia(INSTALLED).matches && matchMedia(TOUCH).matches;
