import type { AnyNode, FieldNode } from '../grammar/nodes.ts';
import { orderComputed } from './check/order.ts';
import { isTable, type CompiledField, type CompiledForm, type CompiledTable, type FormDefinition } from './form.ts';
import { innerNodes, isFieldNode, isTableNode, panesOf, type PlacedNode, walkNodes } from './nodes.ts';
import type { Vocabulary } from './registry.ts';
import { formTypesOf } from './types.ts';
import { compileCondition, type Condition, readerOf } from './compile/closures.ts';
import {
  compileField,
  fieldPermissions,
  NO_OUTER_CONDITIONS,
  type FieldContext,
  type OuterConditions,
} from './compile/field.ts';
import type { ComparedField } from './compile/validate.ts';
import { fillersAmong, rowFillsAmong } from './relation.ts';
import { compileTable } from './compile/table.ts';

/**
 * Collects the conditions of the containers around each field, since a required field in a hidden card is not required.
 * `visibleConditions`: the condition `visibleWhen` of each container and pane that has one.
 */
function conditionsOfContainers(
  definition: FormDefinition,
  compileWhen: (text: string | undefined) => Condition | undefined,
): { visibleConditions: Map<object, Condition>; outerConditions: Map<AnyNode, OuterConditions> } {
  const visibleConditions = new Map<object, Condition>();
  const outerConditions = new Map<AnyNode, OuterConditions>();
  const addConditions = (outer: OuterConditions, part: object): OuterConditions => {
    const { visibleWhen, editableWhen } = part as { visibleWhen?: string; editableWhen?: string };
    const visible = visibleConditions.get(part) ?? compileWhen(visibleWhen);
    if (visible) visibleConditions.set(part, visible);
    const editable = compileWhen(editableWhen);
    return visible || editable
      ? {
          visible: visible ? [...outer.visible, visible] : outer.visible,
          editable: editable ? [...outer.editable, editable] : outer.editable,
        }
      : outer;
  };
  const stack: { placed: PlacedNode; outer: OuterConditions }[] = definition.fields.map((node, index) => ({
    placed: { node, path: ['fields', index] },
    outer: NO_OUTER_CONDITIONS,
  }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node } = next.placed;
    outerConditions.set(node, next.outer);
    if (isFieldNode(node)) continue;
    const innerConditions = addConditions(next.outer, node);
    // the conditions of panes without nodes are collected too, since `isNodeVisible` evaluates them
    for (const pane of panesOf(node)) addConditions(innerConditions, pane);
    for (const placed of innerNodes(next.placed))
      stack.push({ placed, outer: placed.pane ? addConditions(innerConditions, placed.pane) : innerConditions });
  }
  return { visibleConditions, outerConditions };
}

/** Compiles a form without the cache of `compileForm`. */
function buildForm(definition: FormDefinition, vocabulary: Vocabulary): CompiledForm {
  const placedFields = [...walkNodes(definition.fields)].filter((item): item is PlacedNode & { node: FieldNode } =>
    isFieldNode(item.node),
  );
  const fieldKeys = new Set(placedFields.map(({ node }) => node.__vModel__));
  const byKey = new Map(placedFields.map(({ node }) => [node.__vModel__, node]));
  const comparedFieldOf = (key: string): ComparedField | undefined => {
    const node = byKey.get(key);
    return node && { label: node.label || key, mayRead: fieldPermissions(node).mayRead };
  };
  const fillers = fillersAmong(placedFields.map(({ node }) => node));
  const rowFills = rowFillsAmong(placedFields.map(({ node }) => node));
  const types = formTypesOf(definition.fields, vocabulary);
  const reader = readerOf(fieldKeys);
  const compileWhen = (text: string | undefined): Condition | undefined => compileCondition(text, types.form, reader);
  const { visibleConditions, outerConditions } = conditionsOfContainers(definition, compileWhen);

  const fields = new Map<string, CompiledField>();
  const tables = new Map<string, CompiledTable>();
  for (const { node, path } of placedFields) {
    const context: FieldContext = {
      vocabulary,
      types: types.form,
      reader,
      outerConditions: outerConditions.get(node) ?? NO_OUTER_CONDITIONS,
      fieldKeys,
      comparedFieldOf,
      path,
      ...(fillers.has(node.__vModel__) ? { filler: fillers.get(node.__vModel__) as string } : {}),
      rowFill: rowFills.get(node.__vModel__) ?? null,
      hasProcess: Boolean(definition.flowKey),
    };
    const field: CompiledField = isTableNode(node)
      ? (compileTable(node, types.tables.get(node.__vModel__) ?? types.form, context) as unknown as CompiledField)
      : compileField(node, fieldPermissions(node), context);
    fields.set(field.key, field);
    if (isTable(field)) tables.set(field.key, field);
  }
  const { steps, dateDependent } = orderComputed(byKey);
  return {
    definition,
    fields,
    tables,
    computeSteps: steps,
    dateDependent,
    computeOrder: steps.filter(({ table }) => table === undefined).map(({ key }) => key),
    isNodeVisible: (part, scope) => visibleConditions.get(part)?.holds(scope) ?? true,
  };
}

const formsByDefinition = new WeakMap<FormDefinition, WeakMap<Vocabulary, CompiledForm>>();

/**
 * Compiles a canonical definition into closures; cached by definition object and vocabulary. Linear in the number of
 * fields. The definition must come from `readCanonicalForm` or from the importer. Parts with a reported error are
 * harmless here: an invalid condition never holds, an invalid or circular computation gives null.
 */
export function compileForm(definition: FormDefinition, vocabulary: Vocabulary): CompiledForm {
  const byVocabulary = formsByDefinition.get(definition) ?? new WeakMap<Vocabulary, CompiledForm>();
  formsByDefinition.set(definition, byVocabulary);
  const form = byVocabulary.get(vocabulary) ?? buildForm(definition, vocabulary);
  byVocabulary.set(vocabulary, form);
  return form;
}
