import type { Field, GeneralField } from '@formily/core';
import type { ISchema } from '@formily/react';
import { untracked } from '@formily/reactive';
import { problem } from '../../domain/problem/index.ts';
import type { Path } from '../../domain/problem/index.ts';
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
} from '../../kernel/index.ts';
import type { ValueType } from '../../kernel/index.ts';
import { isSameComputed } from '../../records/index.ts';
import { isBlockGranted } from '../node/blockAccess.ts';
import { scopeOf } from './formScope.ts';

/** A schema of one node. What stands in `x-` keys of our own is never compiled by Formily: it may hold served text. */
export interface NodeSchema extends ISchema {
  'x-component': string;
  'x-node': AnyNode;
  /** Path of the node in its document. */
  'x-path': Path;
}

/** Name of the one node that lays the form out: its component is `FormLayout`. */
export const LAYOUT = '@form';
export const FORM_LAYOUT = 'FormLayout';
export const FIELD_FRAME = 'FieldFrame';
export const PANE = 'Pane';

/** Keys with served text or objects: Formily takes them as they are and looks for no `{{ }}` in them. */
export const SERVED = ['title', 'enum', 'x-validator', 'x-node', 'x-path', 'x-pane', 'x-compiled'];

const TYPES: Readonly<Record<ValueType, string>> = {
  string: 'string',
  double: 'number',
  bool: 'boolean',
  list: 'list',
  dyn: 'any',
};

interface Made {
  schema: ISchema;
  /** By node, and by the list of children of a pane. */
  byPart: Map<object, NodeSchema>;
}

const known = new WeakMap<CompiledForm, Made>();

/**
 * The reactive Formily schema of a compiled form. Each field has its tag as `x-component`, the field frame as
 * `x-decorator`, the compiled closures as `x-reactions` and the compiled checks as `x-validator`; a sub-table is one
 * array field; containers and their panes are void nodes. The closures read the situation when they run, so one schema
 * serves every node, mode and owner; it is made once for a compiled form.
 */
export const toFormilySchema = (compiled: CompiledForm): ISchema => make(compiled).schema;

/** The same schema by the parts of the document: for whoever walks the nodes. */
export const schemasOf = (compiled: CompiledForm): ReadonlyMap<object, NodeSchema> => make(compiled).byPart;

function make(compiled: CompiledForm): Made {
  const found = known.get(compiled);
  if (found) return found;
  const byPart = new Map<object, NodeSchema>();
  const layout = {
    type: 'void',
    'x-component': FORM_LAYOUT,
    'x-compiled': compiled,
    'x-compile-omitted': SERVED,
    properties: propertiesOf({ compiled, byPart }, compiled.definition.fields, ['fields']),
  };
  const made: Made = { schema: { type: 'object', properties: { [LAYOUT]: layout } }, byPart };
  known.set(compiled, made);
  return made;
}

interface Making {
  compiled: CompiledForm;
  byPart: Map<object, NodeSchema>;
}

type Properties = Record<string, ISchema>;

function propertiesOf(making: Making, nodes: readonly AnyNode[], path: Path): Properties {
  const properties: Properties = {};
  nodes.forEach((node, index) => {
    const at = [...path, index];
    const field = isFieldNode(node) ? making.compiled.fields.get(node.__vModel__) : undefined;
    if (!field && isFieldNode(node)) return;
    const schema = field ? fieldSchema(field) : blockSchema(making, node, at);
    properties[field ? field.key : voidName(node.tag, at)] = schema;
    making.byPart.set(node, schema);
  });
  return properties;
}

/** No field key begins with this sign, so a container never takes the name of a field. */
export const voidName = (tag: string, path: Path): string => `@${tag}_${path.filter(Number.isInteger).join('_')}`;

function fieldSchema(field: CompiledField): NodeSchema {
  const { node } = field;
  return {
    type: isTable(field) ? 'array' : TYPES[field.valueType],
    title: node.label,
    'x-component': node.tag,
    'x-decorator': FIELD_FRAME,
    'x-reactions': reactionsOf(field),
    'x-validator': checksOf(field),
    'x-node': node,
    'x-path': field.path,
    'x-compile-omitted': SERVED,
    ...(field.options === null ? {} : { enum: field.options as unknown as ISchema['enum'] }),
  };
}

function blockSchema(making: Making, node: AnyNode, path: Path): NodeSchema {
  const panes = panesOf(node);
  const children = (node as { children?: AnyNode[] }).children ?? [];
  const properties =
    panes.length > 0
      ? Object.fromEntries(panes.map((pane, index) => paneProperty(making, pane, [...path, 'children', index])))
      : Array.isArray(children)
        ? propertiesOf(making, children, [...path, 'children'])
        : {};
  return {
    type: 'void',
    'x-component': node.tag,
    'x-reactions': [isShown(making.compiled, node, node)],
    'x-node': node,
    'x-path': path,
    'x-compile-omitted': SERVED,
    properties,
  };
}

/** A part of tabs, steps, a collapse or a table layout. */
function paneProperty(making: Making, pane: Pane, path: Path): [string, ISchema] {
  const children = Array.isArray(pane.children) ? (pane.children as AnyNode[]) : [];
  const schema = {
    type: 'void',
    'x-component': PANE,
    'x-reactions': [isShown(making.compiled, null, pane)],
    'x-pane': pane,
    'x-compile-omitted': SERVED,
    properties: propertiesOf(making, children, [...path, 'children']),
  };
  making.byPart.set(children, schema as unknown as NodeSchema);
  return [voidName(PANE, path), schema];
}

/** Shown, editable, required, the options under another field, and the computed value of one field. */
function reactionsOf(field: CompiledField): ((target: GeneralField) => void)[] {
  const { compute, options } = field;
  const parent = dependKeyOf(field.node);
  const access = (target: GeneralField): void => {
    const { visible, editable, required } = field.access(scopeOf(target.form));
    untracked(() => {
      const own = target as Field;
      // `hidden` keeps the value, where `none` would take it out of the record
      const display = visible ? 'visible' : 'hidden';
      const pattern = editable ? 'editable' : 'readPretty';
      if (own.selfDisplay !== display) own.display = display;
      if (own.selfPattern !== pattern) own.pattern = pattern;
      if (own.required !== required) own.required = required;
    });
  };
  const reactions = [access];
  if (options !== null && parent !== null)
    reactions.push((target) => {
      const open = optionsUnder(options, scopeOf(target.form).values[parent]);
      untracked(() => (target as Field).setDataSource(open as Field['dataSource']));
    });
  if (compute !== null)
    reactions.push((target) => {
      const value = compute(scopeOf(target.form)) ?? undefined;
      untracked(() => {
        const own = target as Field;
        if (!isSameComputed(own.value, value)) own.value = value;
      });
    });
  return reactions;
}

/** `visibleWhen` of a block or pane, and for whom the block is there. */
function isShown(compiled: CompiledForm, node: AnyNode | null, part: object) {
  return (target: GeneralField): void => {
    const scope = scopeOf(target.form);
    const display = isGranted(node, scope.situation) && compiled.isNodeVisible(part, scope) ? 'visible' : 'hidden';
    untracked(() => {
      if (target.selfDisplay !== display) target.display = display;
    });
  };
}

/** A wrong list of roles is reported by the block itself, in its place (ER-019). */
function isGranted(node: AnyNode | null, situation: Parameters<typeof isBlockGranted>[1]): boolean {
  try {
    return node === null || isBlockGranted(node, situation);
  } catch {
    return true;
  }
}

/** The compiled checks as Formily validators: the required mark, and the first problem of the value as text. */
function checksOf(field: CompiledField): ISchema['x-validator'] {
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
