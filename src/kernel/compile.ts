import type { AnyNode, FieldNode } from '../grammar/nodes.ts';
import { orderComputed } from './check/order.ts';
import { isTable, type CompiledField, type CompiledForm, type CompiledTable, type FormDefinition } from './form.ts';
import { innerNodes, isFieldNode, isTableNode, panesOf, type PlacedNode, walkNodes } from './nodes.ts';
import type { Vocabulary } from './registry.ts';
import { formTypesOf } from './types.ts';
import { compileCondition, type Condition } from './compile/conditions.ts';
import {
  compileField,
  fieldPermissions,
  NOTHING_AROUND,
  type FieldContext,
  type Surroundings,
} from './compile/field.ts';
import type { Other } from './compile/notBefore.ts';
import { readerOf } from './compile/scope.ts';
import { fillersAmong } from './relation.ts';
import { compileTable } from './compile/table.ts';

/** Conditions of containers reach the fields inside: a required field in a hidden card is not asked for. */
function conditionsAround(
  definition: FormDefinition,
  compileWhen: (text: string | undefined) => Condition | undefined,
): { own: Map<object, Condition>; around: Map<AnyNode, Surroundings> } {
  const own = new Map<object, Condition>();
  const around = new Map<AnyNode, Surroundings>();
  const within = (outer: Surroundings, part: object): Surroundings => {
    const { visibleWhen, editableWhen } = part as { visibleWhen?: string; editableWhen?: string };
    const visible = own.get(part) ?? compileWhen(visibleWhen);
    if (visible) own.set(part, visible);
    const editable = compileWhen(editableWhen);
    return visible || editable
      ? {
          visible: visible ? [...outer.visible, visible] : outer.visible,
          editable: editable ? [...outer.editable, editable] : outer.editable,
        }
      : outer;
  };
  const stack: { placed: PlacedNode; outer: Surroundings }[] = definition.fields.map((node, index) => ({
    placed: { node, path: ['fields', index] },
    outer: NOTHING_AROUND,
  }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node } = next.placed;
    around.set(node, next.outer);
    if (isFieldNode(node)) continue;
    const inner = within(next.outer, node);
    // an empty pane is asked for its condition, too
    for (const pane of panesOf(node)) within(inner, pane);
    for (const placed of innerNodes(next.placed))
      stack.push({ placed, outer: placed.pane ? within(inner, placed.pane) : inner });
  }
  return { own, around };
}

function build(definition: FormDefinition, vocabulary: Vocabulary): CompiledForm {
  const placed = [...walkNodes(definition.fields)].filter((item): item is PlacedNode & { node: FieldNode } =>
    isFieldNode(item.node),
  );
  const fieldKeys = new Set(placed.map(({ node }) => node.__vModel__));
  const byKey = new Map(placed.map(({ node }) => [node.__vModel__, node]));
  const otherOf = (key: string): Other | undefined => {
    const node = byKey.get(key);
    return node && { label: node.label || key, mayRead: fieldPermissions(node).mayRead };
  };
  const fillers = fillersAmong(placed.map(({ node }) => node));
  const types = formTypesOf(definition.fields, vocabulary);
  const reader = readerOf(fieldKeys);
  const compileWhen = (text: string | undefined): Condition | undefined => compileCondition(text, types.form, reader);
  const { own, around } = conditionsAround(definition, compileWhen);

  const fields = new Map<string, CompiledField>();
  const tables = new Map<string, CompiledTable>();
  for (const { node, path } of placed) {
    const context: FieldContext = {
      vocabulary,
      types: types.form,
      reader,
      around: around.get(node) ?? NOTHING_AROUND,
      fieldKeys,
      otherOf,
      path,
      ...(fillers.has(node.__vModel__) ? { filler: fillers.get(node.__vModel__) as string } : {}),
    };
    const field: CompiledField = isTableNode(node)
      ? (compileTable(node, types.tables.get(node.__vModel__) ?? types.form, context) as unknown as CompiledField)
      : compileField(node, fieldPermissions(node), context);
    fields.set(field.key, field);
    if (isTable(field)) tables.set(field.key, field);
  }
  const { steps } = orderComputed(byKey);
  return {
    definition,
    fields,
    tables,
    computeSteps: steps,
    computeOrder: steps.filter(({ table }) => table === undefined).map(({ key }) => key),
    isNodeVisible: (part, scope) => own.get(part)?.holds(scope) ?? true,
  };
}

const compiled = new WeakMap<FormDefinition, WeakMap<Vocabulary, CompiledForm>>();

/**
 * Canonical definition -> closures. Once per definition object and vocabulary; linear in the number of fields. The
 * definition must come from `parseFormDefinition`: what that reported as an error is harmless here (a broken
 * condition does not hold, a broken or circular computation gives null), not absent.
 */
export function compileForm(definition: FormDefinition, vocabulary: Vocabulary): CompiledForm {
  const byVocabulary = compiled.get(definition) ?? new WeakMap<Vocabulary, CompiledForm>();
  compiled.set(definition, byVocabulary);
  const known = byVocabulary.get(vocabulary) ?? build(definition, vocabulary);
  byVocabulary.set(vocabulary, known);
  return known;
}
