const UNITS = { D: '天', H: '小时', M: '分钟' } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_OPTIONS = (Object.keys(UNITS) as Unit[]).map((value) => ({ value, label: UNITS[value] }));

/** A length of one unit (`P2D`, `PT4H`, `PT30M`); null for anything else. */
export function readDuration(text: string): { count: number; unit: Unit } | null {
  const parts = /^P(?:(\d+)D|T(\d+)([HM]))$/.exec(text.trim());
  if (!parts) return null;
  return parts[1] === undefined
    ? { count: Number(parts[2]), unit: parts[3] as Unit }
    : { count: Number(parts[1]), unit: 'D' };
}

export const durationText = (count: number, unit: Unit): string => (unit === 'D' ? `P${count}D` : `PT${count}${unit}`);

/** In words; what is not of one unit is shown as it is written. */
export function durationWords(text: string): string {
  const read = readDuration(text);
  return read ? `${read.count} ${UNITS[read.unit]}` : text;
}
