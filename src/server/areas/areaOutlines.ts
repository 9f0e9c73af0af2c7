import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Code of the whole country. */
export const COUNTRY = '100000';

/** The data for a map of an area. */
export interface AreaOutline {
  code: string;
  /** Source of the outlines; '' if unknown. */
  mapSource: string;
  /** Approval number of the map (审图号); '' if unknown. */
  approvalNumber: string;
  /** Codes of all areas that have a map of their own, into which a user can drill down. */
  drawn: string[];
  /** GeoJSON; `properties.adcode` of each feature is its area code. */
  outline: unknown;
}

/**
 * Reads a JSON object from a file; null if there is no file. Throws if the file contains something else, because an
 * installation may have replaced the file by a wrong one.
 */
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

/**
 * Reads the outlines of the areas directly inside an area from `schemas/maps`; null if there is no such file. `code`:
 * six digits, validated by the route.
 */
export async function readAreaOutline(schemasDir: string, code: string): Promise<AreaOutline | null> {
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
