import type { FieldNode } from '../../grammar/nodes.ts';
import { values as valueValidators } from '../../grammar/validators.js';
import { readPattern } from '../../safeRegex/index.ts';
import { type Problem, problem } from '../../domain/problem/index.ts';
import { isTableNode } from '../nodes.ts';
import { dependKeyOf, isOptionPart, namesInLabel, optionParts, optionsUnder, valueIn } from '../options.ts';
import type { Option, WidgetDefinition } from '../widget.ts';
import type { Situation } from '../../rules/situation.ts';
import type { Scope } from '../form.ts';

/** The data that the checks of a value read besides the value. */
interface ValueContext {
  /** The value on which the options depend, if they depend on one. */
  parent?: unknown;
  /** The companion label of the value. */
  label?: string | undefined;
  /** Returns the stored value, and the stored value on which its options depended; null if nothing is stored. */
  stored?(): { value: unknown; parent: unknown } | null;
}
type ValidateValue = (value: unknown, context: ValueContext) => Problem | null;

const labelOf = (node: FieldNode): string => node.label || node.__vModel__;

/** Returns a check for each pattern of `regList`. */
function patternChecks(node: FieldNode): ValidateValue[] {
  return (node.regList ?? []).flatMap(({ pattern, message }) => {
    const patternResult = readPattern(pattern);
    // an invalid pattern was reported when the document was read
    if (!patternResult.ok) return [];
    return [
      (value: unknown) => {
        const text = typeof value === 'string' || typeof value === 'number' ? String(value) : null;
        return text === null || patternResult.test(text)
          ? null
          : problem('VALUE_PATTERN', [], { label: labelOf(node), detail: message || '格式不正确' });
      },
    ];
  });
}

/**
 * Returns the check that each part of the value (each chosen item of a multiple choice) is an option. No check if there
 * are no options or the user may enter others. A stored part whose option is gone may stay (FIL-009), unless the value
 * on which the options depend has changed.
 */
function optionCheck(
  node: FieldNode,
  definition: WidgetDefinition,
  options: readonly Option[] | null,
): ValidateValue[] {
  const mayCreate = 'allow-create' in node && node['allow-create'] === true;
  if (options === null || options.length === 0 || mayCreate) return [];
  const hasDependency = dependKeyOf(node) !== null;
  return [
    (value, { parent, label, stored }) => {
      const availableOptions = hasDependency ? optionsUnder(options, parent) : options;
      const parts = optionParts(node, definition, value);
      const unknownParts = parts.filter((part) => !isOptionPart(availableOptions, part));
      if (unknownParts.length === 0) return null;
      const storedState = stored?.() ?? null;
      const isSameParent = !hasDependency || String(storedState?.parent) === String(parent);
      const storedParts = new Set(
        storedState === null || !isSameParent ? [] : optionParts(node, definition, storedState.value).map(String),
      );
      const wrongPart = unknownParts.find((part) => !storedParts.has(String(part)));
      return wrongPart === undefined
        ? null
        : problem('VALUE_OPTION', [], {
            label: labelOf(node),
            value: namesInLabel(label, parts.length)[parts.indexOf(wrongPart)] ?? String(wrongPart),
          });
    },
  ];
}

/**
 * Returns the widget's own validation. The registry stores the definitions without the types of their nodes, so the
 * node must be cast.
 */
function widgetCheck(node: FieldNode, definition: WidgetDefinition): ValidateValue[] {
  const { validate } = definition;
  if (!validate) return [];
  const code = isTableNode(node) ? 'ROW_COUNT' : 'VALUE_RANGE';
  return [
    (value) => {
      const detail = validate(value, node as never);
      return detail === null ? null : problem(code, [], { label: labelOf(node), detail });
    },
  ];
}

/** Returns true if the value has the type that the widget stores; undefined has every type. */
export function hasStoredType(node: FieldNode, value: unknown): boolean {
  return value === undefined || (valueValidators[node.tag]?.(value) ?? true);
}

/**
 * Compiles the validation of a value: required, then type, then options, widget and patterns. Only the first problem is
 * reported. For an empty value, the checks after the type run only if the field is a sub-table. `isMissing`: the value
 * is empty or blank, but the user must fill it in.
 */
export function compileChecks(
  node: FieldNode,
  definition: WidgetDefinition,
  options: readonly Option[] | null,
): (value: unknown, state: ValueContext & { isEmpty: boolean; isMissing: boolean }) => Problem[] {
  const checks = [...optionCheck(node, definition, options), ...widgetCheck(node, definition), ...patternChecks(node)];
  const checksOfEmptyValue = isTableNode(node) ? checks : [];
  return (value, { isEmpty, isMissing, ...context }) => {
    if (isMissing) return [problem('VALUE_REQUIRED', [], { label: labelOf(node) })];
    if (!hasStoredType(node, value)) return [problem('VALUE_TYPE', [], { label: labelOf(node) })];
    for (const check of isEmpty ? checksOfEmptyValue : checks) {
      const foundProblem = check(value, context);
      if (foundProblem) return [foundProblem];
    }
    return [];
  };
}

/** Returns true for a year, and for a text that begins with year and month. */
const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}(?:-\d{2}|$)/.test(value);

/** Returns the key of the date field that a date must not be earlier than; null if there is none. */
export const notBeforeOf = (node: object): string | null => (node as { notBefore?: string }).notBefore || null;

/** The field with which a date is compared. */
export interface ComparedField {
  label: string;
  mayRead(situation: Situation): boolean;
}

/**
 * Compiles the check that a date is not before the date of another field. Dates of different precision are compared at
 * the lower precision: a day and a month by their months. The date of the other field is not compared if this person
 * may not see it, since trial and error would reveal it.
 */
export function compileNotBefore(
  node: FieldNode,
  comparedFieldOf: (key: string) => ComparedField | undefined,
): (value: unknown, scope: Scope) => Problem[] {
  const key = notBeforeOf(node);
  const comparedField = key === null ? undefined : comparedFieldOf(key);
  if (key === null || !comparedField) return () => [];
  return (value, scope) => {
    const earliest = valueIn(scope, key);
    if (!isDate(value) || !isDate(earliest) || !comparedField.mayRead(scope.situation)) return [];
    const length = Math.min(value.length, earliest.length);
    return value.slice(0, length) < earliest.slice(0, length)
      ? [
          problem('VALUE_RANGE', [], {
            label: node.label || node.__vModel__,
            detail: `不能早于“${comparedField.label}”`,
          }),
        ]
      : [];
  };
}
