import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION, processChoices, type ProcessChoice } from '../../../domain/bpmn/index.ts';
import { Refusal } from '../../http/refusal.ts';
import {
  foreignAttribute,
  eventsOf,
  extensionsOf,
  listOf,
  UNDECLARED,
  type Element,
  parseFlow,
  type ParsedFlow,
  type Candidate,
  checkOpenBranches,
  isNeverClosed,
  isTooDeep,
  NEVER_CLOSED,
  TOO_DEEP,
  xmlFault,
} from '../../flow/index.ts';
import { mapHolders, namedHolders, type NamedHolder } from './importedHolders.ts';
import { mendSwitches } from './switchConditions.ts';
import { convertCall, convertCondition, convertRepeat, convertTask } from './convert.ts';
import { insertApplicant } from './insertApplicant.ts';
import { withLegalIds } from './legalIds.ts';
import type { ImportNote, Make, Note } from './notes.ts';
import { repaired } from './repairText.ts';
import { noteProcess, noteUnread } from './unread.ts';

export interface ImportedFlow {
  definition: string;
  report: readonly ImportNote[];
  /** All processes of the file, the proposed one first; `process` is the one that was taken. */
  processes: readonly ProcessChoice[];
  process: string;
  /** People and groups that the tasks name, in the words of the file. */
  holders: readonly NamedHolder[];
}

/** How a file is taken over. */
export interface ImportOptions {
  key: string;
  name?: string;
  /** Id of the process that is meant; without it the one with most tasks. */
  process?: string;
  /** What stands for holders that this company does not have, by `holderKey`. */
  holders?: Readonly<Record<string, Candidate>>;
  /** Fields of the form that are switches, which hold '1' and '0'. */
  switches?: ReadonlySet<string>;
}

interface Told {
  message: string;
  property?: string;
  value?: string;
  element?: unknown;
}

const DECLARED: Readonly<Record<string, { type: string; code?: string }>> = {
  errorRef: { type: 'bpmn:Error', code: 'errorCode' },
  escalationRef: { type: 'bpmn:Escalation', code: 'escalationCode' },
  signalRef: { type: 'bpmn:Signal' },
  messageRef: { type: 'bpmn:Message' },
};

/** Errors, escalations, signals and messages that a file names without declaring them are declared, else their names would be lost. */
function declare(definitions: Element, warnings: readonly Told[], make: Make): void {
  for (const { property = '', value = '', element } of warnings) {
    const ref = property.replace('bpmn:', '');
    const kind = UNDECLARED.has(property) ? DECLARED[ref] : undefined;
    if (!kind || value === '' || !element) continue;
    const roots = listOf(definitions, 'rootElements');
    const known = roots.find(({ $type, name }) => $type === kind.type && name === value);
    const made =
      known ??
      make(kind.type, { id: `${ref}_${roots.length}`, name: value, ...(kind.code ? { [kind.code]: value } : {}) });
    if (!known) {
      made.$parent = definitions;
      definitions.rootElements = [...roots, made];
    }
    (element as Element)[ref] = made;
  }
}

function* elementsOf(holder: Element): Generator<Element> {
  for (const element of listOf(holder, 'flowElements')) {
    yield element;
    yield* elementsOf(element);
  }
}

/** An event on the edge of something that is not there cannot be drawn: it becomes an event of its own, to be put where it belongs. */
function freeEvents(holder: Element, make: Make): void {
  const elements = listOf(holder, 'flowElements');
  for (const element of elements) freeEvents(element, make);
  if (!elements.some((element) => element.$type === 'bpmn:BoundaryEvent' && !element.attachedToRef)) return;
  holder.flowElements = elements.map((element) => {
    if (element.$type !== 'bpmn:BoundaryEvent' || element.attachedToRef) return element;
    const { id, name, eventDefinitions, outgoing, extensionElements } = element;
    const made = make('bpmn:IntermediateCatchEvent', {
      id,
      ...(name ? { name } : {}),
      ...(eventDefinitions ? { eventDefinitions } : {}),
      ...(outgoing ? { outgoing } : {}),
      ...(extensionElements ? { extensionElements } : {}),
    });
    made.$parent = holder;
    return made;
  });
}

/** Elements that the file gives no id get one: nothing can be said of them without. Answers how many there were. */
function nameAll(all: readonly Element[]): number {
  const taken = new Set(all.map(({ id }) => id));
  const nameless = all.filter(({ id }) => !id);
  let number = 1;
  for (const element of nameless) {
    while (taken.has(`element_${number}`)) number += 1;
    element.id = `element_${number}`;
    taken.add(element.id);
  }
  return nameless.length;
}

const HELD: Readonly<Record<string, string>> = {
  sourceRef: '起点',
  targetRef: '终点',
  attachedToRef: '所在的元素',
  default: '默认连线',
};

/** What the file refers to and does not have, and what of it could not be read at all. */
function noteGaps(warnings: readonly Told[], known: ReadonlySet<Element>, process: Element, note: Note): void {
  for (const { message, property = '', value = '', element } of warnings) {
    const word = HELD[property.replace('bpmn:', '')];
    if (word !== undefined && known.has(element as Element))
      note(element as Element, `${word}“${value}”在文件中不存在`, 'warning');
    else if (message.startsWith('unparsable content') && !message.includes('outside of root node'))
      note(process, `文件中有一处没有读入（${xmlFault(message)}）`, 'warning');
  }
}

async function read(moddle: BpmnModdle, text: string): Promise<{ definitions: Element; warnings: readonly Told[] }> {
  if (isTooDeep(text)) throw new Refusal('DOC_FLOW', { detail: TOO_DEEP, element: '' });
  if (isNeverClosed(text)) throw new Refusal('DOC_FLOW', { detail: NEVER_CLOSED, element: '' });
  try {
    const { rootElement, warnings } = await moddle.fromXML(text);
    return { definitions: rootElement as unknown as Element, warnings };
  } catch (error) {
    throw new Refusal('DOC_FLOW', {
      detail: `不是有效的 BPMN 文件（${xmlFault(error instanceof Error ? error.message : '')}）`,
      element: '',
    });
  }
}

function convert(element: Element, starters: ReadonlySet<string>, make: Make, note: Note): void {
  const isTask = element.$type === 'bpmn:UserTask';
  if (isTask) convertTask(element, starters, make, note);
  if (element.$type === 'bpmn:CallActivity') convertCall(element, note);
  if (['bpmn:SubProcess', 'bpmn:Transaction', 'bpmn:CallActivity'].includes(element.$type))
    convertRepeat(element, make, note);
  if (element.$type === 'bpmn:SequenceFlow') convertCondition(element, make, note);
  for (const event of eventsOf(element))
    if (event.$type === 'bpmn:ConditionalEventDefinition') convertCondition(element, make, note, event, 'condition');
  noteUnread(element, note);
}

/**
 * What another process designer's file says, in our words, under our key (and our name, where one is given); with a report
 * of what was read and what was not. Refuses with DOC_FLOW.
 */
export async function importFlow(
  given: string,
  { key, name = '', process: wanted, holders: mapped = {}, switches = new Set() }: ImportOptions,
): Promise<ImportedFlow> {
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const make: Make = (type, properties) => moddle.create(type, properties) as Element;
  const { xml: whole, repeated } = repaired(given);
  const { xml: text, count } = withLegalIds(whole);
  const { definitions, warnings } = await read(moddle, text);
  const processes = listOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
  declare(definitions, warnings, make);
  const choices = processChoices(processes);
  const chosen = choices.find(({ id }) => id === wanted)?.id ?? choices[0]?.id;
  const process = processes.find(({ id }) => id === chosen);
  if (!process)
    throw new Refusal('DOC_FLOW', {
      detail: processes.length > 0 ? '文件中的流程是空的' : '文件中没有流程',
      element: '',
    });
  const report: ImportNote[] = [];
  const note: Note = (element, message, level = 'info') => {
    report.push({ element: element.id ?? '', name: element.name?.trim() || (element.id ?? ''), level, message });
  };
  const former = process.id ?? '';
  process.id = key;
  if (name !== '') process.name = name;
  if (processes.length > 1)
    note(
      process,
      `文件中有 ${processes.length} 个流程，只用“${process.name ?? former}”；其余：${
        choices
          .filter(({ id }) => id !== chosen)
          .map((one) => `${one.name}（${one.nodes} 个节点）`)
          .join('、') || '空'
      }`,
      'warning',
    );
  const written = new Set(elementsOf(process));
  freeEvents(process, make);
  const all = [...elementsOf(process)];
  const named = nameAll(all);
  if (all.some(({ id }) => id === key)) note(process, `有元素与流程键“${key}”同名，请修改`, 'warning');
  if (count + named > 0) note(process, `${count + named} 个元素的标识不合 BPMN 的规定，已另取`);
  for (const element of all)
    if (repeated.includes(element.id ?? ''))
      note(element, '标识与其他元素重复，已另取；指向它的连线可能要重新连接', 'warning');
  noteGaps(warnings, written, process, note);
  for (const one of processes) one.isExecutable = one === process;
  const starters = new Set(
    all
      .filter(({ $type }) => $type === 'bpmn:StartEvent')
      .map((element) => foreignAttribute(element, 'initiator'))
      .filter(Boolean),
  );
  const hadOurs = all.some((element) => extensionsOf(element, 'sf:Candidates').length > 0);
  noteProcess(process, note);
  noteUnread(process, note);
  for (const element of all) convert(element, starters, make, note);
  for (const element of all) mapHolders(element, mapped, note);
  for (const element of all) mendSwitches(element, switches, note);
  for (const element of all)
    if (element.$type === 'bpmn:Task')
      note(element, '任务没有类型，流程会直接通过，不产生待办；需要有人办理时请改为用户任务', 'warning');
  const inserted = hadOurs ? null : insertApplicant(definitions, process, make);
  if (inserted) note(inserted, '开始之后加上申请人提交的节点');
  const definition = (await moddle.toXML(definitions, { format: true })).xml;
  const taken = await parseFlow(definition);
  const told = [...report, ...openBranches(taken, report), ...refused(taken, report)];
  return {
    definition,
    report: told,
    processes: choices,
    process: former,
    holders: taken.definition ? namedHolders(taken.definition) : [],
  };
}

/** Branches without conditions, circles, and a process that asks nobody: seen when it is read, not only when it is published. */
function openBranches({ definition: flow }: ParsedFlow, report: readonly ImportNote[]): ImportNote[] {
  if (!flow) return [];
  return checkOpenBranches(flow)
    .map(({ path, params }) => {
      const element = String(path[0] ?? flow.key);
      return {
        element,
        name: flow.nodes[element]?.name ?? flow.name,
        level: 'warning' as const,
        message: String(params['detail'] ?? ''),
      };
    })
    .filter((one) => !report.some(({ element, message }) => element === one.element && message === one.message));
}

/** What cannot run is told with the rest, unless its element was told of already. */
function refused({ definition: flow, problems }: ParsedFlow, report: readonly ImportNote[]): ImportNote[] {
  const told = new Set(report.filter(({ level }) => level === 'warning').map(({ element }) => element));
  const seen = new Set<string>();
  return problems
    .flatMap(({ level, path, params }): ImportNote[] => {
      const element = String(path[0] ?? flow?.key ?? '');
      const message = String(params['detail'] ?? '');
      if (
        level !== 'error' ||
        (told.has(element) && flow?.nodes[element]?.kind !== 'unsupported') ||
        seen.has(element + message)
      )
        return [];
      seen.add(element + message);
      return [
        {
          element,
          name: flow?.nodes[element]?.name ?? flow?.edges[element]?.name.trim() ?? '',
          level: 'warning',
          message,
        },
      ];
    })
    .map((one) => ({ ...one, name: one.name || one.element }));
}
