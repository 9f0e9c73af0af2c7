import type { Path } from '../../domain/problem/index.ts';
import { variantForm } from './variantForm.ts';
import { formCreate } from './formCreate.ts';
import { formily } from './formily.ts';
import { processDesigner } from './processDesigner.ts';
import { isObject, isText, type Dialect, type Raw, type Reading } from './reading.ts';
import { avue } from './avue.ts';
import { survey } from './survey.ts';

/** The dialects in the order in which they are tried, the ones with the most distinctive keys first. */
const DIALECTS: readonly Dialect[] = [formily, survey, variantForm, formCreate, avue, processDesigner];

/**
 * Whether the node belongs to the family of designers from which this language developed; such nodes need no
 * translation.
 */
const isFamily = (raw: Raw): boolean =>
  isText(raw.tag) ||
  isText(raw.layout) ||
  ['__config__', '_config_'].some((key) => isObject(raw[key])) ||
  (isObject(raw.config) && ('tag' in raw.config || 'layout' in raw.config));

/**
 * Reads a node of another designer's language; null for a node of the own family, and for an object that is not an
 * element.
 */
export function readDialect(raw: Raw, path: Path): Reading | null {
  if (isFamily(raw)) return null;
  for (const dialect of DIALECTS) {
    const reading = dialect(raw, path);
    if (reading) return reading;
  }
  return null;
}
