import { nodes, type SchemaError } from '../grammar/validators.js';
import type { Path } from '../domain/problem/index.ts';
import { readPattern } from '../safeRegex/index.ts';
import { reportFlaw, sourcePathOf, type Context } from './context.ts';
import type { Properties } from './properties.ts';
import { describeSchemaError, pointerPath } from './schemaErrors.ts';
import { isObject, type Source } from './source.ts';

/** Returns the name of a node in a message. Values of any type are allowed, since the name itself may be invalid. */
const nameOf = ({ label, __vModel__, tag }: Readonly<Record<string, unknown>>): string =>
  String([label, __vModel__, tag].find((name) => typeof name === 'string' && name !== ''));

/** Removes and reports invalid and too costly patterns. */
function checkPatterns({ values, sourcePathByKey }: Properties, source: Source, context: Context): void {
  if (!Array.isArray(values.regList)) return;
  values.regList = values.regList.filter((rule: unknown, index) => {
    if (!isObject(rule) || typeof rule.pattern !== 'string') return true;
    const pattern = readPattern(rule.pattern);
    if (!pattern.ok)
      reportFlaw(
        context,
        source.isForeign,
        'DOC_PATTERN',
        [...(sourcePathByKey.get('regList') ?? []), index, 'pattern'],
        {
          pattern: rule.pattern,
          detail: pattern.detail,
        },
      );
    return pattern.ok;
  });
}

/**
 * Returns the pane (or table cell) and its property to which the path of an error leads; undefined for any other path.
 */
function paneProperty(
  { children }: Readonly<Record<string, unknown>>,
  [key, index, property]: Path,
): { pane: Record<string, unknown>; property: string } | undefined {
  const pane = key === 'children' && Array.isArray(children) ? (children as unknown[])[Number(index)] : undefined;
  return isObject(pane) && pane.tag === undefined && typeof property === 'string' && property !== 'children'
    ? { pane, property }
    : undefined;
}

/**
 * Removes the values that errors refer to:
 * - an error in a pane: only that property of the pane, so that the fields in the pane stay;
 * - an error in an item of another list: the item;
 * - any other error: the property of the node.
 *
 * An invalid `flowEditable` becomes '0' (not editable), because the importer makes a field without `flowEditable`
 * editable.
 */
function removeInvalid(values: Record<string, unknown>, paths: readonly Path[]): void {
  const otherPaths: Path[] = [];
  for (const path of paths) {
    const paneTarget = paneProperty(values, path);
    if (paneTarget) delete paneTarget.pane[paneTarget.property];
    else otherPaths.push(path);
  }
  for (const key of new Set(otherPaths.map(([first]) => first))) {
    if (typeof key !== 'string' || key === 'tag') continue;
    const list = values[key];
    const indexes = new Set<unknown>(otherPaths.filter(([first]) => first === key).map(([, index]) => index));
    if (Array.isArray(list) && !indexes.has(undefined))
      values[key] = list.filter((_item, index) => !indexes.has(index));
    else if (key === 'flowEditable') values[key] = '0';
    else delete values[key];
  }
}

/** Keeps one error per path: the `anyOf` error if the value fits none of several alternatives, else the first error. */
function onePerPath(errors: readonly SchemaError[]): SchemaError[] {
  const byPath = new Map<string, SchemaError>();
  for (const error of errors) {
    const previous = byPath.get(error.instancePath);
    if (previous === undefined || error.keyword === 'anyOf') byPath.set(error.instancePath, error);
  }
  return [...byPath.values()];
}

/** Maximum number of validations of a node: removing invalid values may cause further errors. */
const MAX_VALIDATIONS = 5;

/**
 * Validates the properties against the grammar of their tag. Every violation is reported with its source path and
 * removed, so that the remaining properties are valid. Returns false if the node cannot be made valid, for example
 * because a mandatory property is missing.
 */
export function validateNode(properties: Properties, source: Source, context: Context): boolean {
  const { values, sourcePathByKey } = properties;
  const validator = nodes[String(values.tag)];
  if (!validator) return true;
  checkPatterns(properties, source, context);
  for (let round = 0; round < MAX_VALIDATIONS; round += 1) {
    if (validator(values)) return true;
    const errors = onePerPath(validator.errors ?? []);
    for (const error of errors) {
      const path = pointerPath(error.instancePath, values);
      const [key, ...rest] = path;
      const paneTarget = paneProperty(values, path);
      const sourcePath = paneTarget
        ? [...sourcePathOf(context, paneTarget.pane, paneTarget.property), ...path.slice(3)]
        : key === undefined
          ? source.path
          : [...(sourcePathByKey.get(String(key)) ?? [...source.path, key]), ...rest];
      const locationNames = paneTarget ? [`第 ${Number(path[1]) + 1} 项`, paneTarget.property] : path.slice(0, 1);
      reportFlaw(context, source.isForeign, 'DOC_SHAPE', sourcePath, {
        where: [nameOf(values), ...locationNames].join(' 的 '),
        detail: describeSchemaError(error),
      });
    }
    const removablePaths = errors
      .map((error) => pointerPath(error.instancePath, values))
      .filter((path) => path.length > 0);
    if (removablePaths.length === 0) return false;
    removeInvalid(values, removablePaths);
  }
  return false;
}
