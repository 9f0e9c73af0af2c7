import { isHiddenFromRole, isLockedForRole } from './roleFields.ts';
import type { NodeRules, Situation } from './situation.ts';

/** What the rules read of a field node. */
export interface FieldConfig {
  tag: string;
  __vModel__: string;
  flowVisible?: string;
  flowEditable?: string;
  readonly?: boolean;
  disabled?: boolean;
  computed?: string;
  /** The server keeps the value from other records. */
  rollup?: unknown;
  /** The server gives the value. */
  serial?: unknown;
  required?: boolean;
}

type FieldRule = NodeRules['fields'][string];

const SELECTORS: ReadonlySet<string> = new Set(['userSelector', 'deptSelector', 'componySelector']);

/** What the current node says of a field or a sub-table; undefined when the node does not list it. */
export function nodeRuleOf(field: FieldConfig, { nodeRules }: Situation): FieldRule | undefined {
  if (nodeRules === null) return undefined;
  return field.tag === 'subTable'
    ? (nodeRules.tables[field.__vModel__] ?? nodeRules.fields[field.__vModel__])
    : nodeRules.fields[field.__vModel__];
}

/** At an approval node what is not listed may be seen, not changed; the applicant's node follows the definition. */
export const isApprovalNode = ({ nodeRules }: Situation): boolean => nodeRules !== null && nodeRules.isStart !== true;

/** A field the system fills, or that is switched off, is never typed into. */
export const isLocked = (field: FieldConfig): boolean =>
  field.readonly === true ||
  field.disabled === true ||
  (field.computed ?? '') !== '' ||
  field.rollup !== undefined ||
  field.serial !== undefined;

/**
 * FK-006. May this person see the field here? An invisible value does not leave the server. The node's word
 * wins; without one the definition's `flowVisible` holds at every node, so an explicit '0' is never lost. What a role
 * never sees is seen at no node.
 */
export function isFieldVisible(field: FieldConfig, situation: Situation): boolean {
  return (
    situation.nodeRules?.hidesAll !== true &&
    !isHiddenFromRole(field.__vModel__, situation) &&
    (nodeRuleOf(field, situation)?.visible ?? field.flowVisible ?? '1') !== '0'
  );
}

/**
 * ED-001…005, FK-007. May this person change the field here? Both flags must be '1': isEdit of the situation and
 * flowEditable of the field (or the node's word in its place). The super role keeps the three selectors editable
 * on a read-only form; a locked field stays locked for everyone.
 */
export function isFieldEditable(field: FieldConfig, situation: Situation): boolean {
  if (isLocked(field) || isLockedForRole(field.__vModel__, situation) || !isFieldVisible(field, situation))
    return false;
  if (situation.superRole && SELECTORS.has(field.tag)) return true;
  if (situation.isEdit !== '1') return false;
  const listed = nodeRuleOf(field, situation)?.editable;
  return (listed ?? (isApprovalNode(situation) ? '0' : field.flowEditable)) === '1';
}

/** Required by the node's word, else by the definition. Says nothing of visibility: callers ask that first. */
export function isFieldRequired(field: FieldConfig, situation: Situation): boolean {
  const rule = nodeRuleOf(field, situation);
  if (rule?.required !== undefined) return rule.required === '1';
  return field.required === true;
}
