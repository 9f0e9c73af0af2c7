import type { AnyNode } from '../grammar/nodes.ts';
import type { DatasetDefinition } from '../domain/dataset.ts';
import type { FormDefinition } from '../kernel/index.ts';
import { fieldsOf } from '../relations/index.ts';
import { collectEffectReferences } from './collectEffectReferences.ts';
import { canonicalPaths, collectNodeReferences, collectObjectReferences } from './collectNodeReferences.ts';
import { formNameContext, NO_NAME_CONTEXT } from './namesRead.ts';
import type { UnresolvedReference } from './reference.ts';

/** The `PathOf` function for keys at the top level of a document. */
const topLevelPath = (_node: object, key: string): [string] => [key];

/** Adds the form as owner to references to process steps: a form names only steps of its own process. */
const withFormAsOwner = (references: readonly UnresolvedReference[], formKey: string): UnresolvedReference[] =>
  references.map((reference) => (reference.kind === 'node' ? { ...reference, owner: formKey } : reference));

/**
 * Returns every name that a form refers to, including the names of its own fields. Paths lead into its canonical
 * definition.
 */
export function referencesOfForm(definition: FormDefinition): UnresolvedReference[] {
  const nameContext = formNameContext(definition.formKey, new Set(fieldsOf(definition).keys()));
  return withFormAsOwner(
    [
      ...collectObjectReferences('form-definition', definition, {
        nameContext,
        pathOf: topLevelPath,
        positionPrefix: '',
      }),
      ...collectNodeReferences(definition.fields, nameContext, canonicalPaths(definition.fields, ['fields'])),
      ...collectEffectReferences(definition, nameContext),
    ],
    definition.formKey,
  );
}

/** Returns every name that a screen refers to. */
export const referencesOfScreen = ({ root }: { root: AnyNode }): UnresolvedReference[] =>
  collectNodeReferences([root], NO_NAME_CONTEXT, screenPathOf(root));

/**
 * Returns the `PathOf` function for the nodes of a screen. The root is a single node, so the list index that
 * `canonicalPaths` adds after `root` is removed.
 */
function screenPathOf(root: AnyNode): ReturnType<typeof canonicalPaths> {
  const pathOf = canonicalPaths([root], ['root']);
  return (node, key) => {
    const [first = 'root', _index, ...rest] = pathOf(node, key);
    return [first, ...rest];
  };
}

/**
 * Returns every name that a dataset refers to: its form, the fields that it queries and aggregates, and dictionaries of
 * its parameters.
 */
export function referencesOfDataset(definition: DatasetDefinition): UnresolvedReference[] {
  const params = definition.params ?? [];
  return [
    ...collectObjectReferences('dataset', definition, {
      nameContext: NO_NAME_CONTEXT,
      pathOf: topLevelPath,
      positionPrefix: '',
    }),
    ...collectNodeReferences(params, NO_NAME_CONTEXT, canonicalPaths(params, ['params'])),
  ];
}
