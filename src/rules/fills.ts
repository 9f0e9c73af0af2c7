/** What fills fields by a call instead of by hand. */
export interface FillConfig {
  openWatch?: string;
  watchApiUrl?: string;
  watchApiHash?: Readonly<Record<string, string>>;
}

/** Keys that a change of this field fills (SC-025…029, OD-057: tied to openWatch). */
export function filledKeys(config: FillConfig): string[] {
  return config.openWatch === '1' && config.watchApiUrl ? Object.keys(config.watchApiHash ?? {}) : [];
}
