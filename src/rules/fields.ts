import { isHiddenFromRole, isLockedForRole } from './roleFields.ts';
import type { NodeRules, Situation } from './situation.ts';

/** The properties of a field node that the rules use. */
export interface FieldConfig {
  tag: string;
  __vModel__: string;
  flowVisible?: string;
  flowEditable?: string;
  readonly?: boolean;
  disabled?: boolean;
  computed?: string;
  /** Set for a roll-up: the server computes the value from other records. */
  rollup?: unknown;
  /** Set for a serial number: the server issues the value. */
  serial?: unknown;
  required?: boolean;
}

type FieldRule = NodeRules['fields'][string];

/** The selectors that the super role may edit on a read-only form (ED-005). */
const SELECTORS: ReadonlySet<string> = new Set(['userSelector', 'deptSelector', 'componySelector']);

/**
 * Returns true if the super role may change the field or column on a read-only form, unless it is locked or invisible.
 */
export const isOpenToSuperRole = ({ tag }: FieldConfig, { superRole }: Situation): boolean =>
  superRole && SELECTORS.has(tag);

/** Returns the current task node's rule for a field or a sub-table; undefined if the node does not list it. */
export function nodeRuleOf(field: FieldConfig, { nodeRules }: Situation): FieldRule | undefined {
  if (nodeRules === null) return undefined;
  return field.tag === 'subTable'
    ? (nodeRules.tables[field.__vModel__] ?? nodeRules.fields[field.__vModel__])
    : nodeRules.fields[field.__vModel__];
}

/**
 * Returns true if the current node is an approval node; a field that the node does not list is then read-only. At the
 * applicant's node the form definition applies.
 */
export const isApprovalNode = ({ nodeRules }: Situation): boolean => nodeRules !== null && nodeRules.isStart !== true;

/** Returns true for a field into which nobody may type: it is read-only or disabled, or the system fills it. */
export const isLocked = (field: FieldConfig): boolean =>
  field.readonly === true ||
  field.disabled === true ||
  (field.computed ?? '') !== '' ||
  field.rollup !== undefined ||
  field.serial !== undefined;

/**
 * FK-006: returns true if this person may see the field; the server never sends an invisible value. A field that the
 * person's roles hide is invisible at every node. Otherwise the node rule decides, or without it the definition's
 * `flowVisible`.
 */
export function isFieldVisible(field: FieldConfig, situation: Situation): boolean {
  return (
    situation.nodeRules?.hidesAll !== true &&
    !isHiddenFromRole(field.__vModel__, situation) &&
    (nodeRuleOf(field, situation)?.visible ?? field.flowVisible ?? '1') !== '0'
  );
}

/**
 * ED-001…005, FK-007: returns true if this person may change the field. The situation's `isEdit` must be '1', and so
 * must the node rule's `editable`; without a rule, an approval node forbids the change and elsewhere the field's
 * `flowEditable` decides. The super role may edit the three selectors on a read-only form. A locked field stays locked
 * for everyone.
 */
export function isFieldEditable(field: FieldConfig, situation: Situation): boolean {
  if (isLocked(field) || isLockedForRole(field.__vModel__, situation) || !isFieldVisible(field, situation))
    return false;
  if (isOpenToSuperRole(field, situation)) return true;
  if (situation.isEdit !== '1') return false;
  const ruleValue = nodeRuleOf(field, situation)?.editable;
  return (ruleValue ?? (isApprovalNode(situation) ? '0' : field.flowEditable)) === '1';
}

/**
 * Returns true if the node rule, or without it the definition, requires a value. Does not consider visibility; callers
 * check that first.
 */
export function isFieldRequired(field: FieldConfig, situation: Situation): boolean {
  const rule = nodeRuleOf(field, situation);
  if (rule?.required !== undefined) return rule.required === '1';
  return field.required === true;
}
