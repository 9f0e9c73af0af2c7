/** The properties of a field that fills other fields when its value changes: by a call, or from a related record. */
export interface FillConfig {
  openWatch?: string;
  watchApiUrl?: string;
  watchApiHash?: Readonly<Record<string, string>>;
  /** For a relation: field to fill -> field of the target record. */
  fill?: Readonly<Record<string, string>>;
}

/** Returns the keys that a relation fills; a relation to several records fills nothing. */
export const keysFilledByRelation = (node: object): string[] => {
  const { fill, multiple } = node as FillConfig & { multiple?: boolean };
  return fill && multiple !== true ? Object.keys(fill) : [];
};

/**
 * Returns the keys that a change of this field fills, by its call (SC-025…029; OD-057: only with openWatch) or by its
 * relation.
 */
export function filledKeys(config: FillConfig): string[] {
  const keysFromCall = config.openWatch === '1' && config.watchApiUrl ? Object.keys(config.watchApiHash ?? {}) : [];
  return config.fill === undefined ? keysFromCall : [...keysFromCall, ...keysFilledByRelation(config)];
}
