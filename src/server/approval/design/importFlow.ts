import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION, processChoices, type ProcessChoice } from '../../../domain/bpmn/index.ts';
import { Refusal } from '../../http/refusal.ts';
import {
  foreignAttribute,
  eventsOf,
  extensionsOf,
  listOf,
  UNDECLARED_REFERENCES,
  type Element,
  parseFlow,
  type ParsedFlow,
  type Holder,
  checkOpenBranches,
  hasUnterminatedTags,
  isTooDeep,
  UNTERMINATED_TAGS_TEXT,
  TOO_DEEP_TEXT,
  xmlErrorText,
} from '../../flow/index.ts';
import { replaceHolders, namedHolders, type NamedHolder } from './importedHolders.ts';
import {
  convertCall,
  convertCondition,
  convertRepeat,
  convertTask,
  correctSwitchCondition,
} from './convertElements.ts';
import { insertApplicantTask } from './insertApplicantTask.ts';
import { withLegalIds } from './withLegalIds.ts';
import type { ImportNote, CreateElement, AddNote } from './importNote.ts';
import { repairText } from './repairText.ts';
import { reportLanes, reportUnconverted } from './reportUnconverted.ts';

export interface ImportedFlow {
  /** BPMN text of the converted file. */
  definition: string;
  report: readonly ImportNote[];
  /** All processes of the file that have elements. The process with the most tasks comes first. */
  processes: readonly ProcessChoice[];
  /** The id that the imported process has in the original file; in `definition` its id is the given key. */
  process: string;
  /** The people, roles, posts and departments that the converted tasks name. */
  holders: readonly NamedHolder[];
}

/** Options of an import. */
export interface ImportOptions {
  /** The key and the name of the imported process. Without `name` the process keeps its name in the file. */
  key: string;
  name?: string;
  /** The id of the process to import. If it is undefined or unknown, the process with the most tasks is imported. */
  process?: string;
  /** Replacements for holders that are missing in this installation, by `holderKey`. */
  holders?: Readonly<Record<string, Holder>>;
  /** Keys of the form's switch fields, which store '1' and '0'. */
  switches?: ReadonlySet<string>;
}

/** A warning of the BPMN reader about an attribute or element that it could not read. */
interface ReaderWarning {
  message: string;
  property?: string;
  value?: string;
  element?: unknown;
}

/**
 * By reference attribute: the type of the element to which it refers, and the attribute of that element that contains
 * its code, if such elements have a code.
 */
const DECLARED_TYPES: Readonly<Record<string, { type: string; code?: string }>> = {
  errorRef: { type: 'bpmn:Error', code: 'errorCode' },
  escalationRef: { type: 'bpmn:Escalation', code: 'escalationCode' },
  signalRef: { type: 'bpmn:Signal' },
  messageRef: { type: 'bpmn:Message' },
};

/**
 * Declares errors, escalations, signals and messages that a file refers to without a declaration; otherwise moddle
 * would drop their names.
 */
function declareReferences(definitions: Element, warnings: readonly ReaderWarning[], create: CreateElement): void {
  for (const { property = '', value = '', element } of warnings) {
    const ref = property.replace('bpmn:', '');
    const declarationType = UNDECLARED_REFERENCES.has(property) ? DECLARED_TYPES[ref] : undefined;
    if (!declarationType || value === '' || !element) continue;
    const roots = listOf(definitions, 'rootElements');
    const existing = roots.find(({ $type, name }) => $type === declarationType.type && name === value);
    const declaration =
      existing ??
      create(declarationType.type, {
        id: `${ref}_${roots.length}`,
        name: value,
        ...(declarationType.code ? { [declarationType.code]: value } : {}),
      });
    if (!existing) {
      declaration.$parent = definitions;
      definitions.rootElements = [...roots, declaration];
    }
    (element as Element)[ref] = declaration;
  }
}

/** Returns the flow elements of a container and of the sub-processes in it. */
function* elementsOf(container: Element): Generator<Element> {
  for (const element of listOf(container, 'flowElements')) {
    yield element;
    yield* elementsOf(element);
  }
}

/**
 * Replaces boundary events that are not attached to a node with intermediate catch events, because a boundary event
 * without a node cannot be drawn. The user can then attach the events again.
 */
function replaceDetachedEvents(container: Element, create: CreateElement): void {
  const elements = listOf(container, 'flowElements');
  for (const element of elements) replaceDetachedEvents(element, create);
  if (!elements.some((element) => element.$type === 'bpmn:BoundaryEvent' && !element.attachedToRef)) return;
  container.flowElements = elements.map((element) => {
    if (element.$type !== 'bpmn:BoundaryEvent' || element.attachedToRef) return element;
    const { id, name, eventDefinitions, outgoing, extensionElements } = element;
    const replacement = create('bpmn:IntermediateCatchEvent', {
      id,
      ...(name ? { name } : {}),
      ...(eventDefinitions ? { eventDefinitions } : {}),
      ...(outgoing ? { outgoing } : {}),
      ...(extensionElements ? { extensionElements } : {}),
    });
    replacement.$parent = container;
    return replacement;
  });
}

/** Assigns ids to elements without an id, so that notes can refer to them. Returns the number of these elements. */
function assignMissingIds(elements: readonly Element[]): number {
  const usedIds = new Set(elements.map(({ id }) => id));
  const elementsWithoutId = elements.filter(({ id }) => !id);
  let suffix = 1;
  for (const element of elementsWithoutId) {
    while (usedIds.has(`element_${suffix}`)) suffix += 1;
    element.id = `element_${suffix}`;
    usedIds.add(element.id);
  }
  return elementsWithoutId.length;
}

const REFERENCE_LABELS: Readonly<Record<string, string>> = {
  sourceRef: '起点',
  targetRef: '终点',
  attachedToRef: '所在的元素',
  default: '默认连线',
};

/** Adds notes on references to missing elements, and on content that could not be parsed. */
function reportMissing(
  warnings: readonly ReaderWarning[],
  processElements: ReadonlySet<Element>,
  process: Element,
  addNote: AddNote,
): void {
  for (const { message, property = '', value = '', element } of warnings) {
    const label = REFERENCE_LABELS[property.replace('bpmn:', '')];
    if (label !== undefined && processElements.has(element as Element))
      addNote(element as Element, `${label}“${value}”在文件中不存在`, 'warning');
    else if (message.startsWith('unparsable content') && !message.includes('outside of root node'))
      addNote(process, `文件中有一处没有读入（${xmlErrorText(message)}）`, 'warning');
  }
}

async function parseBpmn(
  moddle: BpmnModdle,
  text: string,
): Promise<{ definitions: Element; warnings: readonly ReaderWarning[] }> {
  if (isTooDeep(text)) throw new Refusal('DOC_FLOW', { detail: TOO_DEEP_TEXT, element: '' });
  if (hasUnterminatedTags(text)) throw new Refusal('DOC_FLOW', { detail: UNTERMINATED_TAGS_TEXT, element: '' });
  try {
    const { rootElement, warnings } = await moddle.fromXML(text);
    return { definitions: rootElement as unknown as Element, warnings };
  } catch (error) {
    throw new Refusal('DOC_FLOW', {
      detail: `不是有效的 BPMN 文件（${xmlErrorText(error instanceof Error ? error.message : '')}）`,
      element: '',
    });
  }
}

function convertElement(
  element: Element,
  initiatorVariables: ReadonlySet<string>,
  create: CreateElement,
  addNote: AddNote,
): void {
  const isTask = element.$type === 'bpmn:UserTask';
  if (isTask) convertTask(element, initiatorVariables, create, addNote);
  if (element.$type === 'bpmn:CallActivity') convertCall(element, addNote);
  if (['bpmn:SubProcess', 'bpmn:Transaction', 'bpmn:CallActivity'].includes(element.$type))
    convertRepeat(element, create, addNote);
  if (element.$type === 'bpmn:SequenceFlow') convertCondition(element, create, addNote);
  for (const event of eventsOf(element))
    if (event.$type === 'bpmn:ConditionalEventDefinition')
      convertCondition(element, create, addNote, event, 'condition');
  reportUnconverted(element, addNote);
}

/**
 * Converts one process of a BPMN file to this product's extensions, and gives it the key and, if set, the name of the
 * options. The report says what was converted and what was not. Refuses with DOC_FLOW a file that is not valid BPMN or
 * has no process with elements.
 */
export async function importFlow(
  source: string,
  { key, name = '', process: wantedId, holders: replacements = {}, switches = new Set() }: ImportOptions,
): Promise<ImportedFlow> {
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const create: CreateElement = (type, properties) => moddle.create(type, properties) as Element;
  const { xml: repairedText, renamedIds } = repairText(source);
  const { xml: text, newIds } = withLegalIds(repairedText);
  // `repairText` has given new ids to elements with duplicate ids; `withLegalIds` replaces those that are illegal
  const idsOfDuplicates = new Set(renamedIds.map((id) => newIds.get(id) ?? id));
  const { definitions, warnings } = await parseBpmn(moddle, text);
  const processes = listOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
  declareReferences(definitions, warnings, create);
  const choices = processChoices(processes);
  const chosenId = choices.find(({ id }) => id === wantedId)?.id ?? choices[0]?.id;
  const process = processes.find(({ id }) => id === chosenId);
  if (!process)
    throw new Refusal('DOC_FLOW', {
      detail: processes.length > 0 ? '文件中的流程是空的' : '文件中没有流程',
      element: '',
    });
  const report: ImportNote[] = [];
  const addNote: AddNote = (element, message, level = 'info') => {
    report.push({ element: element.id ?? '', name: element.name?.trim() || (element.id ?? ''), level, message });
  };
  const originalId = process.id ?? '';
  process.id = key;
  if (name !== '') process.name = name;
  if (processes.length > 1)
    addNote(
      process,
      `文件中有 ${processes.length} 个流程，只用“${process.name ?? originalId}”；其余：${
        choices
          .filter(({ id }) => id !== chosenId)
          .map((choice) => `${choice.name}（${choice.nodes} 个节点）`)
          .join('、') || '空'
      }`,
      'warning',
    );
  const originalElements = new Set(elementsOf(process));
  replaceDetachedEvents(process, create);
  const elements = [...elementsOf(process)];
  const newIdCount = newIds.size + assignMissingIds(elements);
  if (elements.some(({ id }) => id === key)) addNote(process, `有元素与流程键“${key}”同名，请修改`, 'warning');
  if (newIdCount > 0) addNote(process, `${newIdCount} 个元素的标识不合 BPMN 的规定，已另取`);
  for (const element of elements)
    if (idsOfDuplicates.has(element.id ?? ''))
      addNote(element, '标识与其他元素重复，已另取；指向它的连线可能要重新连接', 'warning');
  reportMissing(warnings, originalElements, process, addNote);
  for (const processElement of processes) processElement.isExecutable = processElement === process;
  const initiatorVariables = new Set(
    elements
      .filter(({ $type }) => $type === 'bpmn:StartEvent')
      .map((element) => foreignAttribute(element, 'initiator'))
      .filter(Boolean),
  );
  // checked before the conversion, which adds such extensions
  const hasProductExtensions = elements.some((element) => extensionsOf(element, 'sf:Candidates').length > 0);
  reportLanes(process, addNote);
  reportUnconverted(process, addNote);
  for (const element of elements) convertElement(element, initiatorVariables, create, addNote);
  for (const element of elements) replaceHolders(element, replacements, create, addNote);
  for (const element of elements) correctSwitchCondition(element, switches, addNote);
  for (const element of elements)
    if (element.$type === 'bpmn:Task')
      addNote(element, '任务没有类型，流程会直接通过，不产生待办；需要有人办理时请改为用户任务', 'warning');
  // a process that was designed with this product needs no additional task
  const applicantTask = hasProductExtensions ? null : insertApplicantTask(definitions, process, elements, create);
  if (applicantTask) addNote(applicantTask, '开始之后加上申请人提交的节点');
  const definition = (await moddle.toXML(definitions, { format: true })).xml;
  const parsed = await parseFlow(definition);
  const fullReport = [...report, ...collectBranchNotes(parsed, report), ...collectErrorNotes(parsed, report)];
  return {
    definition,
    report: fullReport,
    processes: choices,
    process: originalId,
    holders: parsed.definition ? namedHolders(parsed.definition) : [],
  };
}

/**
 * Returns notes on the defects that `checkOpenBranches` finds: edges of gateways without a condition, an endless loop,
 * and a process that never waits after the applicant's task. Leaves out notes that `report` already contains. Without
 * these notes the user would see the defects only when publishing.
 */
function collectBranchNotes({ definition: flow }: ParsedFlow, report: readonly ImportNote[]): ImportNote[] {
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
    .filter((note) => !report.some(({ element, message }) => element === note.element && message === note.message));
}

/**
 * Returns notes on errors of the converted process, without duplicates. An element that already has a warning gets no
 * further note, unless this product does not support the element.
 */
function collectErrorNotes({ definition: flow, problems }: ParsedFlow, report: readonly ImportNote[]): ImportNote[] {
  const elementsWithWarning = new Set(report.filter(({ level }) => level === 'warning').map(({ element }) => element));
  const reportedKeys = new Set<string>();
  return problems
    .flatMap(({ level, path, params }): ImportNote[] => {
      const element = String(path[0] ?? flow?.key ?? '');
      const message = String(params['detail'] ?? '');
      if (
        level !== 'error' ||
        (elementsWithWarning.has(element) && flow?.nodes[element]?.kind !== 'unsupported') ||
        reportedKeys.has(element + message)
      )
        return [];
      reportedKeys.add(element + message);
      return [
        {
          element,
          name: flow?.nodes[element]?.name ?? flow?.edges[element]?.name.trim() ?? '',
          level: 'warning',
          message,
        },
      ];
    })
    .map((note) => ({ ...note, name: note.name || note.element }));
}
