/** Prefixes of address parameters that prefill a new record: `set.<field>` is editable, `fix.<field>` is read-only. */
const SET_PREFIX = 'set.';
const FIX_PREFIX = 'fix.';

/** `presetKey` and `fixedPresetKey`: return the address parameter that prefills a field (editable, read-only). */
export const presetKey = (field: string): string => SET_PREFIX + field;
export const fixedPresetKey = (field: string): string => FIX_PREFIX + field;

export interface Preset {
  value: string;
  isFixed: boolean;
}

/** Reads the initial values of a new record from the address, by field. */
export function readPresets(query: Readonly<Record<string, string>>): Map<string, Preset> {
  const presets = new Map<string, Preset>();
  for (const [key, value] of Object.entries(query)) {
    if (value === '') continue;
    if (key.startsWith(SET_PREFIX)) presets.set(key.slice(SET_PREFIX.length), { value, isFixed: false });
    if (key.startsWith(FIX_PREFIX)) presets.set(key.slice(FIX_PREFIX.length), { value, isFixed: true });
  }
  return presets;
}
