/** The settings are one chunk: members who open one of these pages open the next. */
export { Settings } from "./Settings";
export { SettingsHelp } from "./SettingsHelp";
export { SettingsNotifications } from "./SettingsNotifications";
export { SettingsPrivacy } from "./SettingsPrivacy";
export { SettingsProfile } from "./SettingsProfile";
export { SettingsSafety } from "./SettingsSafety";
export { SettingsSecurity } from "./SettingsSecurity";
export { SettingsTwoFactor } from "./SettingsTwoFactor";
