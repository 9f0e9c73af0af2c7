import type { Field, GeneralField, Form } from '@formily/core';
import type { ISchema } from '@formily/react';
import { untracked } from '@formily/reactive';
import { problem, type Path } from '../../domain/problem/index.ts';
import type { AnyNode } from '../../grammar/nodes.ts';
import {
  isTable,
  type CompiledField,
  type CompiledForm,
  isFieldNode,
  panesOf,
  type Pane,
  dependKeyOf,
  optionsUnder,
  type Scope,
} from '../../kernel/index.ts';
import type { ValueType } from '../../expressions/index.ts';
import { isSameValue } from '../../records/index.ts';
import { isBlockGranted } from '../node/blockAccess.ts';
import type { Situation } from '../../rules/situation.ts';

/** Schema of one node. Formily does not compile the added keys `x-node` and `x-path` (`UNCOMPILED_KEYS`). */
export interface NodeSchema extends ISchema {
  'x-component': string;
  'x-node': AnyNode;
  /** Path of the node in its document. */
  'x-path': Path;
}

/** Name of the root node; its component is `FormLayout`. */
export const LAYOUT_NAME = '@form';
export const FORM_LAYOUT = 'FormLayout';
export const FIELD_FRAME = 'FieldFrame';
export const PANE = 'Pane';

/** Keys with served text or objects, which Formily must not search for `{{ }}`. */
export const UNCOMPILED_KEYS = ['title', 'enum', 'x-validator', 'x-node', 'x-path', 'x-pane', 'x-compiled'];

const SCHEMA_TYPES: Readonly<Record<ValueType, string>> = {
  string: 'string',
  double: 'number',
  bool: 'boolean',
  list: 'list',
  dyn: 'any',
};

interface BuiltSchema {
  schema: ISchema;
  /** The schema of each node. A pane is not a node: the key of its schema is its list of children. */
  schemaByNode: Map<object, NodeSchema>;
}

const cache = new WeakMap<CompiledForm, BuiltSchema>();

/**
 * Returns the reactive Formily schema of a compiled form. Each field has its tag as `x-component`, the field frame as
 * `x-decorator`, the compiled expressions as `x-reactions` and the compiled validation as `x-validator`. A sub-table is
 * one array field; containers and their panes are void nodes. The reactions read the situation when they run, so one
 * schema serves all situations and is cached per compiled form.
 */
export const toFormilySchema = (compiled: CompiledForm): ISchema => buildSchema(compiled).schema;

/** Returns the schema of each node of a compiled form. The key of a pane's schema is the pane's list of children. */
export const schemasOf = (compiled: CompiledForm): ReadonlyMap<object, NodeSchema> =>
  buildSchema(compiled).schemaByNode;

function buildSchema(compiled: CompiledForm): BuiltSchema {
  const cached = cache.get(compiled);
  if (cached) return cached;
  const schemaByNode = new Map<object, NodeSchema>();
  const layout = {
    type: 'void',
    'x-component': FORM_LAYOUT,
    'x-compiled': compiled,
    'x-compile-omitted': UNCOMPILED_KEYS,
    properties: propertiesOf({ compiled, schemaByNode }, compiled.definition.fields, ['fields']),
  };
  const built: BuiltSchema = { schema: { type: 'object', properties: { [LAYOUT_NAME]: layout } }, schemaByNode };
  cache.set(compiled, built);
  return built;
}

interface BuildContext {
  compiled: CompiledForm;
  schemaByNode: Map<object, NodeSchema>;
}

type Properties = Record<string, ISchema>;

/**
 * Returns the schemas of nodes by name, and adds them to `schemaByNode`. Leaves out fields that were not compiled.
 * `path`: path of the list of nodes in the document.
 */
function propertiesOf(context: BuildContext, nodes: readonly AnyNode[], path: Path): Properties {
  const properties: Properties = {};
  nodes.forEach((node, index) => {
    const nodePath = [...path, index];
    const field = isFieldNode(node) ? context.compiled.fields.get(node.__vModel__) : undefined;
    if (!field && isFieldNode(node)) return;
    const schema = field ? fieldSchema(field) : blockSchema(context, node, nodePath);
    properties[field ? field.key : voidName(node.tag, nodePath)] = schema;
    context.schemaByNode.set(node, schema);
  });
  return properties;
}

/**
 * Returns the name of the void node at a path. Field keys do not begin with `@`, so the name cannot collide with a
 * field.
 */
export const voidName = (tag: string, path: Path): string => `@${tag}_${path.filter(Number.isInteger).join('_')}`;

function fieldSchema(field: CompiledField): NodeSchema {
  const { node } = field;
  return {
    type: isTable(field) ? 'array' : SCHEMA_TYPES[field.valueType],
    title: node.label,
    'x-component': node.tag,
    'x-decorator': FIELD_FRAME,
    'x-reactions': reactionsOf(field),
    'x-validator': validatorsOf(field),
    'x-node': node,
    'x-path': field.path,
    'x-compile-omitted': UNCOMPILED_KEYS,
    ...(field.options === null ? {} : { enum: field.options as unknown as ISchema['enum'] }),
  };
}

/** Returns the void schema of a block or container with the schemas inside it. */
function blockSchema(context: BuildContext, node: AnyNode, path: Path): NodeSchema {
  const panes = panesOf(node);
  const children = (node as { children?: AnyNode[] }).children ?? [];
  const properties =
    panes.length > 0
      ? Object.fromEntries(panes.map((pane, index) => paneProperty(context, pane, [...path, 'children', index])))
      : Array.isArray(children)
        ? propertiesOf(context, children, [...path, 'children'])
        : {};
  return {
    type: 'void',
    'x-component': node.tag,
    'x-reactions': [createVisibilityReaction(context.compiled, node, node)],
    'x-node': node,
    'x-path': path,
    'x-compile-omitted': UNCOMPILED_KEYS,
    properties,
  };
}

/** Returns name and schema of a pane of tabs, steps, a collapse or a table layout; adds it to `schemaByNode`. */
function paneProperty(context: BuildContext, pane: Pane, path: Path): [string, ISchema] {
  const children = Array.isArray(pane.children) ? (pane.children as AnyNode[]) : [];
  const schema = {
    type: 'void',
    'x-component': PANE,
    'x-reactions': [createVisibilityReaction(context.compiled, null, pane)],
    'x-pane': pane,
    'x-compile-omitted': UNCOMPILED_KEYS,
    properties: propertiesOf(context, children, [...path, 'children']),
  };
  context.schemaByNode.set(children, schema as unknown as NodeSchema);
  return [voidName(PANE, path), schema];
}

/** Returns the reactions of a field: its access, the options that depend on another field, and its computed value. */
function reactionsOf(field: CompiledField): ((target: GeneralField) => void)[] {
  const { compute, options } = field;
  const parentKey = dependKeyOf(field.node);
  const setAccess = (target: GeneralField): void => {
    const { visible, editable, required } = field.access(scopeOf(target.form));
    untracked(() => {
      const targetField = target as Field;
      // `hidden` keeps the value; `none` would remove it from the record
      const display = visible ? 'visible' : 'hidden';
      const pattern = editable ? 'editable' : 'readPretty';
      if (targetField.selfDisplay !== display) targetField.display = display;
      if (targetField.selfPattern !== pattern) targetField.pattern = pattern;
      if (targetField.required !== required) targetField.required = required;
    });
  };
  const reactions = [setAccess];
  if (options !== null && parentKey !== null)
    reactions.push((target) => {
      const selectableOptions = optionsUnder(options, scopeOf(target.form).values[parentKey]);
      untracked(() => (target as Field).setDataSource(selectableOptions as Field['dataSource']));
    });
  if (compute !== null)
    reactions.push((target) => {
      const value = compute(scopeOf(target.form)) ?? undefined;
      untracked(() => {
        const targetField = target as Field;
        if (!isSameValue(targetField.value, value)) targetField.value = value;
      });
    });
  return reactions;
}

/**
 * Creates the reaction that shows a block or pane according to its `visibleWhen` and to the user's permissions.
 * `node`: the block; null for a pane, which has no permissions.
 */
function createVisibilityReaction(compiled: CompiledForm, node: AnyNode | null, blockOrPane: object) {
  return (target: GeneralField): void => {
    const scope = scopeOf(target.form);
    const display =
      isGranted(node, scope.situation) && compiled.isNodeVisible(blockOrPane, scope) ? 'visible' : 'hidden';
    untracked(() => {
      if (target.selfDisplay !== display) target.display = display;
    });
  };
}

/**
 * Checks the permissions of a block. Returns true for null (a pane). Also returns true if the block has an empty list
 * of roles or permissions: the block itself then shows this error (ER-019).
 */
function isGranted(node: AnyNode | null, situation: Parameters<typeof isBlockGranted>[1]): boolean {
  try {
    return node === null || isBlockGranted(node, situation);
  } catch {
    return true;
  }
}

/**
 * Returns the compiled validation as Formily validators: a rule whose `required` the reaction `setAccess` sets, and a
 * validator that returns the message of the first problem, '' if there is none.
 */
function validatorsOf(field: CompiledField): ISchema['x-validator'] {
  const { message } = problem('VALUE_REQUIRED', [], { label: field.node.label || field.key });
  return [
    { triggerType: 'onBlur', required: false, message },
    {
      triggerType: 'onBlur',
      validator: (value: unknown, _rule: unknown, context: { field: GeneralField }) =>
        field.validate(value, scopeOf(context.field.form))[0]?.message ?? '',
    },
  ];
}

/** Situation for the form of a Formily application without users and approval: a new record of an unknown user. */
const NEUTRAL_SITUATION: Situation = {
  user: { id: '', name: '', roles: [] },
  taskNode: '',
  todo: '0',
  isEdit: '1',
  flowState: '0',
  recordId: null,
  superRole: false,
  query: {},
  nodeRules: null,
};

const scopes = new WeakMap<Form, Scope>();

/** Sets the scope that the reactions of a form read: the form's values and the observable situation. */
export function bindScope(form: Form, scope: Scope): void {
  scopes.set(form, scope);
}

/** Returns the scope of a form. Without `bindScope`: the form's values and a neutral situation. */
export function scopeOf(form: Form): Scope {
  const boundScope = scopes.get(form);
  if (boundScope) return boundScope;
  const scope: Scope = {
    get values() {
      return form.values as Record<string, unknown>;
    },
    situation: NEUTRAL_SITUATION,
  };
  scopes.set(form, scope);
  return scope;
}
