const UNITS = { D: '天', H: '小时', M: '分钟' } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_OPTIONS = (Object.keys(UNITS) as Unit[]).map((value) => ({ value, label: UNITS[value] }));

/** Reads a duration of one unit (`P2D`, `PT4H`, `PT30M`); null for any other text. */
export function readDuration(text: string): { count: number; unit: Unit } | null {
  const parts = /^P(?:(\d+)D|T(\d+)([HM]))$/.exec(text.trim());
  if (!parts) return null;
  return parts[1] === undefined
    ? { count: Number(parts[2]), unit: parts[3] as Unit }
    : { count: Number(parts[1]), unit: 'D' };
}

export const formatDuration = (count: number, unit: Unit): string =>
  unit === 'D' ? `P${count}D` : `PT${count}${unit}`;

/** Describes a duration in Chinese; a duration with several units is returned unchanged. */
export function describeDuration(text: string): string {
  const read = readDuration(text);
  return read ? `${read.count} ${UNITS[read.unit]}` : text;
}
