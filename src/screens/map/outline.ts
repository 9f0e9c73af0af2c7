/** The code of the country. */
export const COUNTRY = '100000';

/** What the server answers for a map of an area (`/system/sys/area/outline`). */
export interface AreaOutline {
  code: string;
  mapSource: string;
  approvalNumber: string;
  /** Areas that have outlines of their own parts. */
  drawn: readonly string[];
  outline: { features?: readonly OutlineFeature[]; [key: string]: unknown };
}

export interface OutlineFeature {
  properties?: Readonly<Record<string, unknown>>;
  [key: string]: unknown;
}

/** An area of a map. `name` is what stands on the map and names the area there. */
export interface MapArea {
  code: string;
  name: string;
  fullName: string;
}

/** 山东省 as 山东, 广西壮族自治区 as 广西: provinces have room for little more. */
export const shortName = (name: string): string =>
  name.replace(/(?:壮族|回族|维吾尔)?自治区$|特别行政区$|省$|市$/, '') || name;

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** The areas of an outline. On a map of the country they have their short names. */
export function areasOf({ code, outline }: AreaOutline): MapArea[] {
  return (outline.features ?? []).flatMap(({ properties = {} }) => {
    const fullName = textOf(properties.name);
    if (fullName === '') return [];
    return [{ code: textOf(properties.adcode), fullName, name: code === COUNTRY ? shortName(fullName) : fullName }];
  });
}

/** The outline as the drawing library takes it: names as they stand on the map, `cp` where a name stands. Made anew, for the library unpacks it in place. */
export function drawableOf({ code, outline }: AreaOutline): Record<string, unknown> {
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

/** Under which name an outline is registered: the library adds the inset of the South China Sea to `china`. */
export const mapNameOf = (code: string): string => (code === COUNTRY ? 'china' : `area-${code}`);
