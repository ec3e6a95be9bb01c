import type { SettingResponse } from '../../../api/generated/model/settingResponse';

export type SettingValue = SettingResponse['value'];
/** All settings by their keys. */
export type SettingMap = ReadonlyMap<string, SettingResponse>;

export const toSettingMap = (settings: readonly SettingResponse[]): SettingMap =>
  new Map(settings.map((setting) => [setting.key, setting]));

/** The bounds of a number in its schema. */
export function getBounds({ schema }: SettingResponse): { min: number; max: number } {
  const { minimum, maximum } = schema;
  return {
    min: typeof minimum === 'number' ? minimum : 0,
    max: typeof maximum === 'number' ? maximum : Number.MAX_SAFE_INTEGER,
  };
}
