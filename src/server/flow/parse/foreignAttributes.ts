import { extensionsOf, listOf, type Element } from './moddle.ts';

/**
 * Returns the value of an attribute in another engine's namespace, by its name without prefix (`flowable:assignee`,
 * `camunda:assignee`); '' if there is none.
 */
export function foreignAttribute(element: Element, name: string): string {
  const attribute = Object.entries(element.$attrs).find(([key]) => key.includes(':') && key.split(':').at(-1) === name);
  return attribute?.[1].trim() ?? '';
}

/** Converts FEEL's `= x` to `${x}`; any other text is unchanged. */
const withBraces = (value: string): string => (value.startsWith('=') ? `\${${value.slice(1).trim()}}` : value);

/**
 * Returns the attribute `name` of the extension element `zeebe:<type>`, with `= initiator` as `${initiator}`; '' if
 * there is none.
 */
export function zeebeAttribute(element: Element, type: string, name: string): string {
  const extension = extensionsOf(element, `zeebe:${type}`)[0];
  return withBraces(String(extension?.[name] ?? extension?.$attrs?.[name] ?? '').trim());
}

/** Returns the assignees in standard BPMN (`potentialOwner`, `humanPerformer`): `user(a), group(b)`, or a bare name. */
export const potentialOwnersOf = (element: Element): string[] =>
  listOf(element, 'resources')
    .map((resource) =>
      String(
        ((resource.resourceAssignmentExpression as Element | undefined)?.expression as Element | undefined)?.body ?? '',
      ).trim(),
    )
    .filter(Boolean);

const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

/** Extracts the name from `${items}`, `#{items}` or `= items`; any other text is unchanged. */
const unwrap = (text: string): string =>
  (/^[$#]\{([^{}]*)\}$/.exec(text)?.[1] ?? /^=(.*)$/.exec(text)?.[1])?.trim() ?? text;

/** Returns the name of the collection, or the count, over which another engine's loop runs; '' if it has neither. */
export function loopCollection(loop: Element): string {
  const input = loop.loopDataInputRef as Element | string | undefined;
  const referenceName = typeof input === 'string' ? input : String(input?.name ?? input?.id ?? '');
  return (
    [
      foreignAttribute(loop, 'collection'),
      zeebeAttribute(loop, 'loopCharacteristics', 'inputCollection'),
      bodyOf(loop.loopCardinality),
      referenceName,
    ]
      .map((text) => unwrap(text.trim()))
      .find(Boolean) ?? ''
  );
}

/** Returns the name of the variable that holds the current item of a loop; '' if there is none. */
export const loopItemVariable = (loop: Element): string =>
  foreignAttribute(loop, 'elementVariable') ||
  zeebeAttribute(loop, 'loopCharacteristics', 'inputElement') ||
  String((loop.inputDataItem as Element | undefined)?.name ?? '').trim();

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Returns the variables of the loops around an element. `current`: variable of the innermost loop, called `item` in
 * this product; null if there is none. `outer`: variables of the other loops, which have no name in this product.
 * Leaves out names that are no identifiers, and outer names that `current` hides.
 */
export function loopVariables(element: Element): { current: string | null; outer: ReadonlySet<string> } {
  const loops: Element[] = [];
  for (let ancestor = element.$parent; ancestor; ancestor = ancestor.$parent)
    if ((ancestor.$type === 'bpmn:SubProcess' || ancestor.$type === 'bpmn:Transaction') && ancestor.loopCharacteristics)
      loops.push(ancestor.loopCharacteristics as Element);
  const [current = '', ...outer] = loops.map(loopItemVariable);
  return {
    current: NAME.test(current) ? current : null,
    outer: new Set(outer.filter((name) => NAME.test(name) && name !== current)),
  };
}
