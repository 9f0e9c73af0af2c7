import { Schema, type ISchema } from '@formily/react';
import type { Form, IFieldFactoryProps } from '@formily/core';
import type { CompiledForm } from '../../kernel/index.ts';
import { createLightField, type FieldProps as LightProps } from './lightField.ts';
import { FIELD_FRAME, toFormilySchema } from './toFormilySchema.ts';

type FieldProps = IFieldFactoryProps<never, never>;

const trees = new WeakMap<CompiledForm, Schema>();
/** Formily's object of each of our schemas. */
const objects = new WeakMap<ISchema, Schema>();

/** The object that Formily's renderer works with; made with the tree of its form. */
export const schemaObject = (schema: ISchema): Schema => objects.get(schema) ?? new Schema(schema);

/** The schema of a compiled form as Formily's own objects: made once, however many records are opened with it. */
export function schemaTreeOf(compiled: CompiledForm): Schema {
  const known = trees.get(compiled);
  if (known) return known;
  const made = toFormilySchema(compiled);
  const root = new Schema(made);
  const visit = (object: Schema, schema: ISchema): void => {
    objects.set(schema, object);
    prepare(object);
    const properties = (schema.properties ?? {}) as Record<string, ISchema>;
    for (const child of childrenOf(object)) visit(child, properties[child.name as string] as ISchema);
  };
  visit(root, made);
  trees.set(compiled, root);
  return root;
}

const childrenOf = (schema: Schema): Schema[] => Object.values((schema.properties ?? {}) as Record<string, Schema>);

/**
 * The props of a field are the same at every rendering. Formily would look through the whole schema for `{{ }}` for
 * every field of every form; ours holds none.
 */
function prepare(schema: Schema): void {
  const reactions = schema['x-reactions'] as FieldProps['reactions'];
  const props = {
    name: schema.name,
    title: schema.title,
    reactions,
    ...(schema.type === 'void' ? {} : { validator: schema['x-validator'], dataSource: schema.enum }),
    ...(schema['x-decorator'] === FIELD_FRAME ? { decorator: [FIELD_FRAME] } : {}),
    component: schema['x-component'] === undefined ? [] : [schema['x-component']],
  };
  schema.toFieldProps = () => props as unknown as ReturnType<Schema['toFieldProps']>;
}

/**
 * Makes all fields of the schema, those of controls that are not mounted too. `isLight`: see `LightField`; the form of
 * another application gets fields as Formily makes them.
 */
export function createFields(form: Form, root: Schema, isLight: boolean): void {
  const visit = (schema: Schema, basePath: string): void => {
    for (const child of childrenOf(schema)) {
      const props = { ...(child.toFieldProps({}) as unknown as FieldProps), basePath };
      if (child.type === 'void') form.createVoidField(props as never);
      else if (child.type === 'array') form.createArrayField(props as never);
      else if (isLight) createLightField(form, props as unknown as LightProps);
      else form.createField(props as never);
      visit(child, basePath === '' ? String(child.name) : `${basePath}.${child.name}`);
    }
  };
  visit(root, '');
}
