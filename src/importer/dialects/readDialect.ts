import type { Path } from '../../domain/problem/index.ts';
import { variantForm } from './variantForm.ts';
import { formCreate } from './formCreate.ts';
import { formily } from './formily.ts';
import { processDesigner } from './processDesigner.ts';
import { isObject, isNonEmptyText, type Dialect, type RawNode, type TranslatedNode } from './dialect.ts';
import { avue } from './avue.ts';
import { survey } from './survey.ts';

/** The dialects in the order in which they are tried, the ones with the most distinctive keys first. */
const DIALECTS: readonly Dialect[] = [formily, survey, variantForm, formCreate, avue, processDesigner];

/**
 * Returns true if the node belongs to the family of designers from which this language developed; such nodes need no
 * translation.
 */
const isFamilyNode = (raw: RawNode): boolean =>
  isNonEmptyText(raw.tag) ||
  isNonEmptyText(raw.layout) ||
  ['__config__', '_config_'].some((key) => isObject(raw[key])) ||
  (isObject(raw.config) && ('tag' in raw.config || 'layout' in raw.config));

/**
 * Translates a node of another designer; null for a node that needs no translation (`isFamilyNode`), and for an object
 * that is not an element.
 */
export function readDialect(raw: RawNode, path: Path): TranslatedNode | null {
  if (isFamilyNode(raw)) return null;
  for (const dialect of DIALECTS) {
    const translated = dialect(raw, path);
    if (translated) return translated;
  }
  return null;
}
