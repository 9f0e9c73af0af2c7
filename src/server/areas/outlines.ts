import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The country as a whole. */
export const COUNTRY = '100000';

/** What a map of an area is drawn from. */
export interface AreaOutline {
  code: string;
  /** Where the outlines come from, and their approval number (审图号); empty: they have none. */
  mapSource: string;
  approvalNumber: string;
  /** Codes of the areas that have an outline of their own: a map can be drilled into them. */
  drawn: string[];
  /** GeoJSON; each feature names its area by `properties.adcode`. */
  outline: unknown;
}

/** Files of a folder that an installation may replace are read as they are; what is no JSON object says so. */
async function readObject(file: string): Promise<Record<string, unknown> | null> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${file} holds no object`);
  return value as Record<string, unknown>;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The outlines of an area's parts from `schemas/maps`; null: there are none. `code`: six digits, checked by the route. */
export async function outlineOf(schemasDir: string, code: string): Promise<AreaOutline | null> {
  const folder = join(schemasDir, 'maps');
  const outline = await readObject(join(folder, `${code}.json`));
  if (!outline) return null;
  const source = (await readObject(join(folder, 'source.json'))) ?? {};
  const drawn = (await readdir(folder)).flatMap((name) => /^(\d{6})\.json$/.exec(name)?.[1] ?? []).sort();
  return {
    code,
    mapSource: textOf(source.source),
    approvalNumber: textOf(source.approvalNumber),
    drawn,
    outline,
  };
}
