import { SF_EXTENSION, wordsOn } from '../../../domain/bpmn/index.ts';
import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowNode } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import { eventsOf } from './nodeKinds.ts';
import { idOf, listOf, type Element, type Warning } from './moddle.ts';
import { extendedTwice, idAround, offsetAt } from './xmlPlace.ts';

/** Of these the first alone is read. */
const ONCE: ReadonlySet<string> = new Set(['Sign', 'Settings', 'Timer', 'Repeat', 'Call']);
const OURS = `${SF_EXTENSION.prefix}:`;
const written = (type: string): string => `${OURS}${type.charAt(0).toLowerCase()}${type.slice(1)}`;

type Nodes = Readonly<Record<string, FlowNode>>;

/** Our words that are read on an element, which is this node to the interpreter. */
function wordsOf(element: Element, node: FlowNode | undefined, nodes: Nodes): readonly string[] {
  const words = wordsOn(element.$type);
  if (!node) return element.$type === 'bpmn:Process' ? words : [];
  if (node.kind === 'userTask' || node.kind === 'service' || node.kind === 'copy') return words;
  if (node.kind === 'scope') return element.loopCharacteristics && !node.attached ? words : [];
  // what an event sub-process begins with is said by its start
  const around = node.kind === 'start' ? nodes[node.parent ?? ''] : undefined;
  const { catches, attached, kind } = around?.attached ? around : node;
  const isTimed =
    eventsOf(element).some(({ $type }) => $type === 'bpmn:TimerEventDefinition') &&
    (attached !== null || kind === 'timer');
  return words.filter((word) =>
    word === 'Timer' ? isTimed : word === 'Answer' ? catches !== null : catches?.type === 'message',
  );
}

/** What stands in an element itself, not what it refers to. */
function* partsOf(element: Element): Generator<Element> {
  for (const value of Object.values(element))
    for (const part of Array.isArray(value) ? value : [value])
      if (typeof part === 'object' && part !== null && (part as Element).$parent === element) yield part as Element;
}

/** Names of our words within an element of another's namespace, where nobody looks for them. */
function strayIn(element: Element): string[] {
  const own = Object.keys(element).filter((key) => key.startsWith(OURS));
  return [
    ...own,
    ...listOf(element, '$children').flatMap((child) => [
      ...(child.$type.startsWith(OURS) ? [child.$type] : []),
      ...strayIn(child),
    ]),
  ];
}

function* within(holder: Element, process: Element): Generator<Element> {
  for (const part of partsOf(holder)) {
    // of several processes in a file one is read, and that is said
    if (part.$type === 'bpmn:Process' && part !== process) continue;
    yield part;
    if (part.$type !== 'bpmn:ExtensionElements') yield* within(part, process);
  }
}

function misplacedIn(element: Element, words: readonly string[]): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  for (const value of listOf(element.extensionElements as Element, 'values')) {
    const word = value.$type.slice(OURS.length);
    if (!value.$type.startsWith(OURS))
      found.push(...strayIn(value).map((name) => `${name} 写在其他引擎的元素里，不会起作用`));
    else if (!words.includes(word)) found.push(`${written(word)} 写错了位置，不会起作用`);
    else if (ONCE.has(word) && seen.has(word)) found.push(`${written(word)} 写了不止一次，只有第一个起作用`);
    else if (word === 'Timer' && !words.includes('Sign'))
      found.push(
        ...['due', 'remind', 'action']
          .filter((name) => value[name] !== undefined)
          .map((name) => `${written(word)} 的 ${name} 在此不起作用，只能写 clock`),
      );
    seen.add(word);
  }
  return found;
}

/**
 * Our words that nothing reads where they stand, misspelt ones among them. Each is an error: whoever wrote `visable="0"`
 * or a column beside its table believes that a value is hidden.
 */
export function unreadWords(xml: string, process: Element, nodes: Nodes, warnings: readonly Warning[]): Problem[] {
  const named = (id: string | undefined): string => {
    const node = nodes[id ?? ''];
    return node ? `“${node.name}”：` : '';
  };
  const problem = (id: string | undefined, detail: string): Problem => flowProblem(id, `${named(id)}${detail}`);
  const unknown = warnings.flatMap(({ message, property, element, type, unread }): Problem[] => {
    if (unread?.name.startsWith(OURS))
      return [
        problem(
          idAround(xml, offsetAt(xml, unread.line, unread.column)),
          `${written(unread.name.slice(OURS.length))} 无法识别，或写错了位置`,
        ),
      ];
    if (!message.startsWith('unknown attribute') || !type) return [];
    if (type.startsWith(OURS))
      return [problem(element, `${written(type.slice(OURS.length))} 的属性 ${property} 无法识别`)];
    return property.startsWith(OURS) ? [problem(element, `属性 ${property} 无法识别：本系统的设置应写成元素`)] : [];
  });
  const extended = [...within(process.$parent ?? process, process)].filter(
    (part) => part.extensionElements !== undefined && nodes[part.id ?? '']?.kind !== 'unsupported',
  );
  const misplaced = extended.flatMap((part) =>
    misplacedIn(part, wordsOf(part, nodes[part.id ?? ''], nodes)).map((detail) => problem(idOf(part), detail)),
  );
  const twice = extendedTwice(xml).map((id) =>
    problem(id, '扩展设置（extensionElements）写了不止一处，只有最后一处起作用'),
  );
  return [...unknown, ...misplaced, ...twice];
}
