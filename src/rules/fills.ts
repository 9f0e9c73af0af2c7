/** What fills fields by a call, or from a record that is pointed at, instead of by hand. */
export interface FillConfig {
  openWatch?: string;
  watchApiUrl?: string;
  watchApiHash?: Readonly<Record<string, string>>;
  /** Of a relation: field -> field of the record pointed at. */
  fill?: Readonly<Record<string, string>>;
}

/** Keys that a relation fills; a relation that points at several records fills nothing. */
export const relationFills = (node: object): string[] => {
  const { fill, multiple } = node as FillConfig & { multiple?: boolean };
  return fill && multiple !== true ? Object.keys(fill) : [];
};

/** Keys that a change of this field fills (SC-025…029, OD-057: tied to openWatch), or its relation. */
export function filledKeys(config: FillConfig): string[] {
  const called = config.openWatch === '1' && config.watchApiUrl ? Object.keys(config.watchApiHash ?? {}) : [];
  return config.fill === undefined ? called : [...called, ...relationFills(config)];
}
