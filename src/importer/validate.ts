import { nodes, type SchemaError } from '../grammar/validators.js';
import type { Path } from '../domain/problem/index.ts';
import { readPattern } from '../safeRegex/index.ts';
import { reportFlaw, type Context } from './context.ts';
import type { Properties } from './properties.ts';
import { describeSchemaError, pointerPath } from './schemaErrors.ts';
import { isObject, type Source } from './source.ts';

/** How a message calls the node: the name itself may be what is wrong with it. */
const nameOf = ({ label, __vModel__, tag }: Readonly<Record<string, unknown>>): string =>
  String([label, __vModel__, tag].find((name) => typeof name === 'string' && name !== ''));

/** Bad patterns are reported and taken out: they neither run nor hang. */
function checkPatterns({ values, origins }: Properties, source: Source, context: Context): void {
  if (!Array.isArray(values.regList)) return;
  values.regList = values.regList.filter((rule: unknown, index) => {
    if (!isObject(rule) || typeof rule.pattern !== 'string') return true;
    const pattern = readPattern(rule.pattern);
    if (!pattern.ok)
      reportFlaw(context, source.isForeign, 'DOC_PATTERN', [...(origins.get('regList') ?? []), index, 'pattern'], {
        pattern: rule.pattern,
        detail: pattern.detail,
      });
    return pattern.ok;
  });
}

/** Takes out what the error names: an item of a list, else the whole property. A permission that cannot be read is none (absent would be “yes”). */
function remove(values: Record<string, unknown>, path: Path): void {
  const [key, index] = path;
  if (typeof key !== 'string' || key === 'tag') return;
  const list = values[key];
  if (Array.isArray(list) && typeof index === 'number') values[key] = list.filter((_item, at) => at !== index);
  else if (key === 'flowEditable') values[key] = '0';
  else delete values[key];
}

/** One problem for each place; where alternatives failed, the word on the whole value stands for them. */
function firstPerPlace(errors: readonly SchemaError[]): SchemaError[] {
  const byPlace = new Map<string, SchemaError>();
  for (const error of errors) {
    const before = byPlace.get(error.instancePath);
    if (before === undefined || error.keyword === 'anyOf') byPlace.set(error.instancePath, error);
  }
  return [...byPlace.values()];
}

/**
 * Holds the properties against the grammar of their tag. Every violation is reported at its place in the document
 * as given and taken out, so that what remains is valid; false when something the tag cannot do without is missing.
 */
export function validateNode(properties: Properties, source: Source, context: Context): boolean {
  const { values, origins } = properties;
  const validator = nodes[String(values.tag)];
  if (!validator) return true;
  checkPatterns(properties, source, context);
  for (let round = 0; round < 5; round += 1) {
    if (validator(values)) return true;
    const errors = firstPerPlace(validator.errors ?? []);
    for (const error of errors) {
      const path = pointerPath(error.instancePath, values);
      const [key, ...rest] = path;
      const place = key === undefined ? source.path : [...(origins.get(String(key)) ?? [...source.path, key]), ...rest];
      reportFlaw(context, source.isForeign, 'DOC_SHAPE', place, {
        where: [nameOf(values), ...path.slice(0, 1)].join(' 的 '),
        detail: describeSchemaError(error),
      });
    }
    const removable = errors.map((error) => pointerPath(error.instancePath, values)).filter((path) => path.length > 0);
    if (removable.length === 0) return false;
    // last items first, so that the positions of the others hold
    for (const path of removable.toSorted((a, b) => Number(b[1] ?? 0) - Number(a[1] ?? 0))) remove(values, path);
  }
  return false;
}
