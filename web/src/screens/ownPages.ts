/** The settings and the lists that only the member sees are one chunk: the route map has no room to name another. */
export { Archive } from "./Archive";
export { Drafts } from "./Drafts";
export { Saved } from "./Saved";
export { Settings } from "./Settings";
export { SettingsHelp } from "./SettingsHelp";
export { SettingsImport } from "./SettingsImport";
export { SettingsNotifications } from "./SettingsNotifications";
export { SettingsPrivacy } from "./SettingsPrivacy";
export { SettingsProfile } from "./SettingsProfile";
export { SettingsSafety } from "./SettingsSafety";
export { SettingsSecurity } from "./SettingsSecurity";
export { SettingsTwoFactor } from "./SettingsTwoFactor";
