const UNITS = { D: '天', H: '小时', M: '分钟' } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_OPTIONS = (Object.keys(UNITS) as Unit[]).map((value) => ({ value, label: UNITS[value] }));

/** Reads a duration of one unit (`P2D`, `PT4H`, `PT30M`); null for any other text. */
export function readDuration(text: string): { count: number; unit: Unit } | null {
  const match = /^P(?:(\d+)D|T(\d+)([HM]))$/.exec(text.trim());
  if (!match) return null;
  return match[1] === undefined
    ? { count: Number(match[2]), unit: match[3] as Unit }
    : { count: Number(match[1]), unit: 'D' };
}

export const formatDuration = (count: number, unit: Unit): string =>
  unit === 'D' ? `P${count}D` : `PT${count}${unit}`;

/** Describes a duration in Chinese; a duration with several units is returned unchanged. */
export function describeDuration(text: string): string {
  const duration = readDuration(text);
  return duration ? `${duration.count} ${UNITS[duration.unit]}` : text;
}
