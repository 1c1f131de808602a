/** The settings travel together: who opens one of these pages looks at the next. */
export { Settings } from "./Settings";
export { SettingsHelp } from "./SettingsHelp";
export { SettingsNotifications } from "./SettingsNotifications";
export { SettingsPrivacy } from "./SettingsPrivacy";
export { SettingsProfile } from "./SettingsProfile";
export { SettingsSecurity } from "./SettingsSecurity";
