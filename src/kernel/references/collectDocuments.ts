import type { AnyNode } from '../../grammar/nodes.ts';
import type { DatasetDefinition } from '../dataset.ts';
import type { FormDefinition } from '../form.ts';
import { fieldsOf } from '../relationPath.ts';
import { collectEffects } from './collectEffects.ts';
import { canonicalPlaces, collectNodes, collectParts } from './collectNodes.ts';
import { formNameContext, NO_NAME_CONTEXT } from './readsOfText.ts';
import type { Mention } from './mention.ts';

const topLevel = (_node: object, key: string): [string] => [key];

/** Adds the form as owner to mentions of process steps: a form names only steps of its own process. */
const ofOwnFlow = (mentions: readonly Mention[], formKey: string): Mention[] =>
  mentions.map((one) => (one.kind === 'node' ? { ...one, owner: formKey } : one));

/** Every name that a form mentions, those of its own fields included. Paths lead into its canonical definition. */
export function mentionsOfForm(definition: FormDefinition): Mention[] {
  const nameContext = formNameContext(definition.formKey, new Set(fieldsOf(definition).keys()));
  return ofOwnFlow(
    [
      ...collectParts('form-definition', definition, { nameContext, placeOf: topLevel, name: '' }),
      ...collectNodes(definition.fields, nameContext, canonicalPlaces(definition.fields, ['fields'])),
      ...collectEffects(definition, nameContext),
    ],
    definition.formKey,
  );
}

/** Every name that a screen mentions. */
export const mentionsOfScreen = ({ root }: { root: AnyNode }): Mention[] =>
  collectNodes([root], NO_NAME_CONTEXT, screenPlaces(root));

/** Paths within a screen, whose root is a single node and not a list. */
function screenPlaces(root: AnyNode): ReturnType<typeof canonicalPlaces> {
  const placeOf = canonicalPlaces([root], ['root']);
  return (node, key) => {
    const [first = 'root', _index, ...rest] = placeOf(node, key);
    return [first, ...rest];
  };
}

/**
 * Every name that a dataset mentions: its form, the fields that it queries and aggregates, and dictionaries of its
 * parameters.
 */
export function mentionsOfDataset(definition: DatasetDefinition): Mention[] {
  const params = definition.params ?? [];
  return [
    ...collectParts('dataset', definition, { nameContext: NO_NAME_CONTEXT, placeOf: topLevel, name: '' }),
    ...collectNodes(params, NO_NAME_CONTEXT, canonicalPlaces(params, ['params'])),
  ];
}
