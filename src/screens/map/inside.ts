import type { AreaOutline } from './outline.ts';

type Ring = readonly (readonly [number, number])[];

interface Geometry {
  type: string;
  coordinates: unknown;
  encodeOffsets?: unknown;
}

const SCALE = 1024;

/** A ring in the compressed form of ECharts: differences of whole 1/1024 degrees, each sign folded into the lowest bit. */
function unpacked(text: string, [x0 = 0, y0 = 0]: readonly number[]): Ring {
  const ring: [number, number][] = [];
  const step = (at: number): number => {
    const folded = text.charCodeAt(at) - 64;
    return (folded >> 1) ^ -(folded & 1);
  };
  for (let at = 0, x = x0, y = y0; at + 1 < text.length; at += 2) {
    x += step(at);
    y += step(at + 1);
    ring.push([x / SCALE, y / SCALE]);
  }
  return ring;
}

/** The polygons of a geometry, each an outer ring and its holes. */
function polygonsOf({ type, coordinates, encodeOffsets }: Geometry, isPacked: boolean): Ring[][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly unknown[])[];
  const offsets = (type === 'Polygon' ? [encodeOffsets] : encodeOffsets) as readonly (readonly number[][])[];
  return polygons.map((rings, polygon) =>
    rings.map((ring, index) =>
      isPacked ? unpacked(ring as string, offsets?.[polygon]?.[index] ?? []) : (ring as Ring),
    ),
  );
}

/** Whether a ring goes around a place: a ray to the east crosses it an odd number of times. */
function goesAround(ring: Ring, [x, y]: readonly [number, number]): boolean {
  let isInside = false;
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at, at += 1) {
    const [ax, ay] = ring[at] as [number, number];
    const [bx, by] = ring[before] as [number, number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}

/** Answers whether a place lies in one of the areas of an outline. */
export function insideOf({ outline }: AreaOutline): (place: readonly [number, number]) => boolean {
  const isPacked = outline.UTF8Encoding === true || outline.UTF8Encoding === 'true';
  const polygons = (outline.features ?? []).flatMap(({ geometry }) => polygonsOf(geometry as Geometry, isPacked));
  return (place) =>
    polygons.some(
      ([outer, ...holes]) => outer && goesAround(outer, place) && !holes.some((hole) => goesAround(hole, place)),
    );
}
