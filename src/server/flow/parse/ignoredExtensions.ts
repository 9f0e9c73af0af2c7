import { SF_EXTENSION, extensionElementsOf } from '../../../domain/bpmn/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { eventsOf } from './nodeKinds.ts';
import { nearestIdOf, listOf, type Element, type Warning } from './moddle.ts';
import { idsWithDuplicateExtensions, idAround, offsetAt } from './xmlPosition.ts';

/** Extension elements that are read only once per element: duplicates are ignored. */
const READ_ONCE: ReadonlySet<string> = new Set(['Sign', 'Settings', 'Timer', 'Repeat', 'Call']);
const EXTENSION_PREFIX = `${SF_EXTENSION.prefix}:`;
const prefixedElementName = (type: string): string =>
  `${EXTENSION_PREFIX}${type.charAt(0).toLowerCase()}${type.slice(1)}`;

type Nodes = Readonly<Record<string, FlowNode>>;

/**
 * Returns the names of this product's extensions that have an effect on an element. `node`: the node to which the
 * element was converted; undefined if it was not converted.
 */
function effectiveExtensions(element: Element, node: FlowNode | undefined, nodes: Nodes): readonly string[] {
  const allowed = extensionElementsOf(element.$type);
  if (!node) return element.$type === 'bpmn:Process' ? allowed : [];
  if (node.kind === 'userTask' || node.kind === 'service' || node.kind === 'copy') return allowed;
  if (node.kind === 'scope') return element.loopCharacteristics && !node.attached ? allowed : [];
  // the start event of an event sub-process contains the trigger
  const parent = node.kind === 'start' ? nodes[node.parent ?? ''] : undefined;
  const { catches, attached, kind } = parent?.attached ? parent : node;
  const isTimed =
    eventsOf(element).some(({ $type }) => $type === 'bpmn:TimerEventDefinition') &&
    (attached !== null || kind === 'timer');
  return allowed.filter((name) =>
    name === 'Timer' ? isTimed : name === 'Answer' ? catches !== null : catches?.type === 'message',
  );
}

/** Yields the child elements of an element, without the elements that it refers to. */
function* childElements(element: Element): Generator<Element> {
  for (const value of Object.values(element))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && (child as Element).$parent === element) yield child as Element;
}

/** Returns the names of this product's extensions inside an element of another namespace, where they have no effect. */
function extensionsInForeignElement(element: Element): string[] {
  const names = Object.keys(element).filter((key) => key.startsWith(EXTENSION_PREFIX));
  return [
    ...names,
    ...listOf(element, '$children').flatMap((child) => [
      ...(child.$type.startsWith(EXTENSION_PREFIX) ? [child.$type] : []),
      ...extensionsInForeignElement(child),
    ]),
  ];
}

/** Yields the elements inside an element at any depth, without other processes and the content of extensions. */
function* descendants(element: Element, process: Element): Generator<Element> {
  for (const child of childElements(element)) {
    // only one of several processes is parsed; another problem reports this
    if (child.$type === 'bpmn:Process' && child !== process) continue;
    yield child;
    if (child.$type !== 'bpmn:ExtensionElements') yield* descendants(child, process);
  }
}

/** Returns a Chinese description of each ignored extension of an element. `allowed`: names that have an effect here. */
function describeIgnoredExtensions(element: Element, allowed: readonly string[]): string[] {
  const details: string[] = [];
  const previousNames = new Set<string>();
  for (const value of listOf(element.extensionElements as Element, 'values')) {
    const extensionName = value.$type.slice(EXTENSION_PREFIX.length);
    if (!value.$type.startsWith(EXTENSION_PREFIX))
      details.push(...extensionsInForeignElement(value).map((name) => `${name} 写在其他引擎的元素里，不会起作用`));
    else if (!allowed.includes(extensionName))
      details.push(`${prefixedElementName(extensionName)} 写错了位置，不会起作用`);
    else if (READ_ONCE.has(extensionName) && previousNames.has(extensionName))
      details.push(`${prefixedElementName(extensionName)} 写了不止一次，只有第一个起作用`);
    else if (extensionName === 'Timer' && !allowed.includes('Sign'))
      details.push(
        ...['due', 'remind', 'action']
          .filter((name) => value[name] !== undefined)
          .map((name) => `${prefixedElementName(extensionName)} 的 ${name} 在此不起作用，只能写 clock`),
      );
    previousNames.add(extensionName);
  }
  return details;
}

/**
 * Reports misplaced, misspelt or duplicate extensions of this product, which are ignored. Each is an error, because
 * the author of `visable="0"` or of a misplaced column believes that a value is hidden.
 */
export function ignoredExtensionProblems(
  xml: string,
  process: Element,
  nodes: Nodes,
  warnings: readonly Warning[],
): Problem[] {
  const nodeLabel = (id: string | undefined): string => {
    const node = nodes[id ?? ''];
    return node ? `“${node.name}”：` : '';
  };
  const createProblem = (id: string | undefined, detail: string): Problem =>
    flowProblem(id, `${nodeLabel(id)}${detail}`);
  const unknownNameProblems = warnings.flatMap(({ message, property, elementId, elementType, unparsed }): Problem[] => {
    if (unparsed?.name.startsWith(EXTENSION_PREFIX))
      return [
        createProblem(
          idAround(xml, offsetAt(xml, unparsed.line, unparsed.column)),
          `${prefixedElementName(unparsed.name.slice(EXTENSION_PREFIX.length))} 无法识别，或写错了位置`,
        ),
      ];
    if (!message.startsWith('unknown attribute') || !elementType) return [];
    if (elementType.startsWith(EXTENSION_PREFIX))
      return [
        createProblem(
          elementId,
          `${prefixedElementName(elementType.slice(EXTENSION_PREFIX.length))} 的属性 ${property} 无法识别`,
        ),
      ];
    return property.startsWith(EXTENSION_PREFIX)
      ? [createProblem(elementId, `属性 ${property} 无法识别：本系统的设置应写成元素`)]
      : [];
  });
  const extendedElements = [...descendants(process.$parent ?? process, process)].filter(
    (element) => element.extensionElements !== undefined && nodes[element.id ?? '']?.kind !== 'unsupported',
  );
  const misplacedProblems = extendedElements.flatMap((element) =>
    describeIgnoredExtensions(element, effectiveExtensions(element, nodes[element.id ?? ''], nodes)).map((detail) =>
      createProblem(nearestIdOf(element), detail),
    ),
  );
  const duplicateProblems = idsWithDuplicateExtensions(xml).map((id) =>
    createProblem(id, '扩展设置（extensionElements）写了不止一处，只有最后一处起作用'),
  );
  return [...unknownNameProblems, ...misplacedProblems, ...duplicateProblems];
}
