import type { AreaOutline } from './outline.ts';

/** A closed line of points [longitude, latitude]. */
type Ring = readonly (readonly [number, number])[];

interface Geometry {
  type: string;
  coordinates: unknown;
  encodeOffsets?: unknown;
}

/** Units per degree in compressed outlines. */
const UNITS_PER_DEGREE = 1024;

/** Decodes a ring in the compressed format of ECharts: zigzag-encoded differences in 1/1024 degrees. */
function decodeRing(text: string, [x0 = 0, y0 = 0]: readonly number[]): Ring {
  const ring: [number, number][] = [];
  const readDelta = (position: number): number => {
    const zigzag = text.charCodeAt(position) - 64;
    return (zigzag >> 1) ^ -(zigzag & 1);
  };
  for (let position = 0, x = x0, y = y0; position + 1 < text.length; position += 2) {
    x += readDelta(position);
    y += readDelta(position + 1);
    ring.push([x / UNITS_PER_DEGREE, y / UNITS_PER_DEGREE]);
  }
  return ring;
}

/**
 * Returns the polygons of a geometry; each is an outer ring followed by its holes. `isCompressed`: the rings are texts
 * in the compressed format.
 */
function polygonsOf({ type, coordinates, encodeOffsets }: Geometry, isCompressed: boolean): Ring[][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as readonly (readonly unknown[])[];
  const offsets = (type === 'Polygon' ? [encodeOffsets] : encodeOffsets) as readonly (readonly number[][])[];
  return polygons.map((rings, polygonIndex) =>
    rings.map((ring, index) =>
      isCompressed ? decodeRing(ring as string, offsets?.[polygonIndex]?.[index] ?? []) : (ring as Ring),
    ),
  );
}

/**
 * Returns true if a point is inside a ring: a ray to the east crosses the ring an odd number of times (ray casting).
 */
function isInsideRing(ring: Ring, [x, y]: readonly [number, number]): boolean {
  let isInside = false;
  for (let index = 0, previousIndex = ring.length - 1; index < ring.length; previousIndex = index, index += 1) {
    const [ax, ay] = ring[index] as [number, number];
    const [bx, by] = ring[previousIndex] as [number, number];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside;
  }
  return isInside;
}

/** Returns a function that returns true if a point [longitude, latitude] is inside one of the outline's areas. */
export function createInsideTest({ outline }: AreaOutline): (point: readonly [number, number]) => boolean {
  const isCompressed = outline.UTF8Encoding === true || outline.UTF8Encoding === 'true';
  const polygons = (outline.features ?? []).flatMap(({ geometry }) => polygonsOf(geometry as Geometry, isCompressed));
  return (point) =>
    polygons.some(
      ([outer, ...holes]) => outer && isInsideRing(outer, point) && !holes.some((hole) => isInsideRing(hole, point)),
    );
}
