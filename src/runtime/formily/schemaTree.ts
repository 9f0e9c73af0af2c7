import { Schema, type ISchema } from '@formily/react';
import type { Form, IFieldFactoryProps } from '@formily/core';
import type { CompiledForm } from '../../kernel/index.ts';
import { createLightField, type FieldProps as LightProps } from './lightField.ts';
import { FIELD_FRAME, toFormilySchema } from './toFormilySchema.ts';

type FieldProps = IFieldFactoryProps<never, never>;

const trees = new WeakMap<CompiledForm, Schema>();
/** Formily's `Schema` objects by our schema. */
const objects = new WeakMap<ISchema, Schema>();

/** Returns Formily's `Schema` object of one of our schemas: the object created by `schemaTreeOf`, else a new one. */
export const schemaObject = (schema: ISchema): Schema => objects.get(schema) ?? new Schema(schema);

/** Returns the schema of a compiled form as a tree of Formily's `Schema` objects. Cached per compiled form. */
export function schemaTreeOf(compiled: CompiledForm): Schema {
  const cached = trees.get(compiled);
  if (cached) return cached;
  const schema = toFormilySchema(compiled);
  const root = new Schema(schema);
  const visit = (object: Schema, schema: ISchema): void => {
    objects.set(schema, object);
    precomputeProps(object);
    const properties = (schema.properties ?? {}) as Record<string, ISchema>;
    for (const child of childrenOf(object)) visit(child, properties[child.name as string] as ISchema);
  };
  visit(root, schema);
  trees.set(compiled, root);
  return root;
}

const childrenOf = (schema: Schema): Schema[] => Object.values((schema.properties ?? {}) as Record<string, Schema>);

/**
 * Precomputes the props of a field, which are the same at every render. Otherwise Formily would search the schema for
 * texts in `{{ }}`, for every field of every form; our schemas contain no such texts.
 */
function precomputeProps(schema: Schema): void {
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
 * Creates all fields of the schema, mounted or not. `isLight`: a field that is neither void nor an array becomes a
 * `LightField`; false for the form of another application, which gets only Formily's own fields.
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
