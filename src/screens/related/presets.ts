/** Address parameters that prefill a new record: `set.<field>` may still be changed, `fix.<field>` is locked. */
const SET = 'set.';
const FIX = 'fix.';

export const presetKey = (field: string): string => SET + field;
export const fixedKey = (field: string): string => FIX + field;

export interface Preset {
  value: string;
  isFixed: boolean;
}

/** The values that an address gives to a new record, by field. */
export function presetsIn(query: Readonly<Record<string, string>>): Map<string, Preset> {
  const presets = new Map<string, Preset>();
  for (const [key, value] of Object.entries(query)) {
    if (value === '') continue;
    if (key.startsWith(SET)) presets.set(key.slice(SET.length), { value, isFixed: false });
    if (key.startsWith(FIX)) presets.set(key.slice(FIX.length), { value, isFixed: true });
  }
  return presets;
}
