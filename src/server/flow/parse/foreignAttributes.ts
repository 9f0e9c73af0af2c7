import { extensionsOf, listOf, type Element } from './moddle.ts';

/** Attributes of other engines' namespaces by their bare name (`flowable:assignee`, `activiti:assignee`, `camunda:assignee`). */
export function foreignAttribute(element: Element, name: string): string {
  const found = Object.entries(element.$attrs).find(([key]) => key.includes(':') && key.split(':').at(-1) === name);
  return found?.[1].trim() ?? '';
}

/** `= x` of FEEL as `${x}`. */
const bracketed = (value: string): string => (value.startsWith('=') ? `\${${value.slice(1).trim()}}` : value);

/** An attribute of an element of zeebe's among the extensions (`= initiator` as `${initiator}`); '' where it does not say. */
export function zeebeAttribute(element: Element, type: string, name: string): string {
  const found = extensionsOf(element, `zeebe:${type}`)[0];
  return bracketed(String(found?.[name] ?? found?.$attrs?.[name] ?? '').trim());
}

/** Holders in BPMN's own words (`potentialOwner`, `humanPerformer`): `user(a), group(b)`, or a bare name. */
export const ownersOf = (element: Element): string[] =>
  listOf(element, 'resources')
    .map((resource) =>
      String(
        ((resource.resourceAssignmentExpression as Element | undefined)?.expression as Element | undefined)?.body ?? '',
      ).trim(),
    )
    .filter(Boolean);

const bodyOf = (element: unknown): string => String((element as Element | undefined)?.body ?? '').trim();

/** `${items}`, `#{items}` and `= items` as other engines write a collection; anything else as it is. */
const unwrapped = (text: string): string =>
  (/^[$#]\{([^{}]*)\}$/.exec(text)?.[1] ?? /^=(.*)$/.exec(text)?.[1])?.trim() ?? text;

/** What a loop of another engine runs over, or how often; '' where it does not say. */
export function loopCollection(loop: Element): string {
  const input = loop.loopDataInputRef as Element | string | undefined;
  const named = typeof input === 'string' ? input : String(input?.name ?? input?.id ?? '');
  return (
    [
      foreignAttribute(loop, 'collection'),
      zeebeAttribute(loop, 'loopCharacteristics', 'inputCollection'),
      bodyOf(loop.loopCardinality),
      named,
    ]
      .map((text) => unwrapped(text.trim()))
      .find(Boolean) ?? ''
  );
}

/** The name it gives to what one run is for; '' without one. */
export const loopElement = (loop: Element): string =>
  foreignAttribute(loop, 'elementVariable') ||
  zeebeAttribute(loop, 'loopCharacteristics', 'inputElement') ||
  String((loop.inputDataItem as Element | undefined)?.name ?? '').trim();

const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/** The name that another engine's file gives to what the run is for, of the loops around an element; the nearest first. What no expression could name is left out. */
export function loopVariables(element: Element): string[] {
  const found: string[] = [];
  for (let at = element.$parent; at; at = at.$parent) {
    const loop =
      at.$type === 'bpmn:SubProcess' || at.$type === 'bpmn:Transaction'
        ? (at.loopCharacteristics as Element | undefined)
        : undefined;
    const name = loop ? loopElement(loop) : '';
    if (NAME.test(name)) found.push(name);
  }
  return found;
}
