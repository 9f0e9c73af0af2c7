import type { AnyNode } from '../../grammar/nodes.ts';
import type { DatasetDefinition } from '../dataset.ts';
import type { FormDefinition } from '../form.ts';
import { fieldsOf } from '../relationPath.ts';
import { collectEffects } from './collectEffects.ts';
import { canonicalPlaces, collectNodes, collectParts } from './collectNodes.ts';
import { aroundForm, AROUND_NOTHING } from './readsOfText.ts';
import type { Mention } from './mention.ts';

const topLevel = (_node: object, key: string): [string] => [key];

/** Steps of a process that a form names belong to its own process. */
const ofOwnFlow = (mentions: readonly Mention[], formKey: string): Mention[] =>
  mentions.map((one) => (one.kind === 'node' ? { ...one, owner: formKey } : one));

/** Everything that a form names, its own fields among it. Paths lead into its canonical definition. */
export function mentionsOfForm(definition: FormDefinition): Mention[] {
  const around = aroundForm(definition.formKey, new Set(fieldsOf(definition).keys()));
  return ofOwnFlow(
    [
      ...collectParts('form-definition', definition, { around, placeOf: topLevel, name: '' }),
      ...collectNodes(definition.fields, around, canonicalPlaces(definition.fields, ['fields'])),
      ...collectEffects(definition, around),
    ],
    definition.formKey,
  );
}

/** Everything that a screen names. */
export const mentionsOfScreen = ({ root }: { root: AnyNode }): Mention[] =>
  collectNodes([root], AROUND_NOTHING, screenPlaces(root));

/** The root of a screen is one node, not a list. */
function screenPlaces(root: AnyNode): ReturnType<typeof canonicalPlaces> {
  const placeOf = canonicalPlaces([root], ['root']);
  return (node, key) => {
    const [first = 'root', _index, ...rest] = placeOf(node, key);
    return [first, ...rest];
  };
}

/** Everything that a dataset names: its form, what it asks and measures, and dictionaries of its parameters. */
export function mentionsOfDataset(definition: DatasetDefinition): Mention[] {
  const params = definition.params ?? [];
  return [
    ...collectParts('dataset', definition, { around: AROUND_NOTHING, placeOf: topLevel, name: '' }),
    ...collectNodes(params, AROUND_NOTHING, canonicalPlaces(params, ['params'])),
  ];
}
