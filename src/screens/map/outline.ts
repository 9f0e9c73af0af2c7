/** Area code of China. */
export const COUNTRY = '100000';

/** Answer of `/system/sys/area/outline`: the outlines of an area's parts. */
export interface AreaOutline {
  code: string;
  mapSource: string;
  approvalNumber: string;
  /** Codes of the areas whose parts also have outlines. */
  drawn: readonly string[];
  outline: { features?: readonly OutlineFeature[]; [key: string]: unknown };
}

export interface OutlineFeature {
  properties?: Readonly<Record<string, unknown>>;
  [key: string]: unknown;
}

/** An area of a map. `name` is the label on the map and its key in ECharts. */
export interface MapArea {
  code: string;
  name: string;
  fullName: string;
}

/** Returns the short name of a province, e.g. 山东 for 山东省 and 广西 for 广西壮族自治区. */
export const shortName = (name: string): string =>
  name.replace(/(?:壮族|回族|维吾尔)?自治区$|特别行政区$|省$|市$/, '') || name;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Returns the areas of an outline; on the map of China they have short names. */
export function areasOf({ code, outline }: AreaOutline): MapArea[] {
  return (outline.features ?? []).flatMap(({ properties = {} }) => {
    const fullName = textOf(properties.name);
    if (fullName === '') return [];
    return [{ code: textOf(properties.adcode), fullName, name: code === COUNTRY ? shortName(fullName) : fullName }];
  });
}

/**
 * Copies the outline to the format of ECharts: `name` as label, `cp` as label position. A copy, because ECharts decodes
 * outlines in place.
 */
export function toEchartsMap({ code, outline }: AreaOutline): Record<string, unknown> {
  const copy = structuredClone(outline) as { features?: { properties?: Record<string, unknown> }[] };
  for (const feature of copy.features ?? []) {
    const { name, center } = feature.properties ?? {};
    const fullName = textOf(name);
    feature.properties = {
      name: code === COUNTRY ? shortName(fullName) : fullName,
      ...(Array.isArray(center) ? { cp: center } : {}),
    };
  }
  return copy as Record<string, unknown>;
}

/** Returns the name for registering an outline in ECharts, which adds the inset of the South China Sea to `china`. */
export const mapNameOf = (code: string): string => (code === COUNTRY ? 'china' : `area-${code}`);
