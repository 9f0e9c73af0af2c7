import { BpmnModdle } from 'bpmn-moddle';
import { SF_EXTENSION } from '../../../kernel/flow/extension.ts';
import { chosenProcess } from '../../../kernel/flow/process.ts';
import { Refusal } from '../../http/refusal.ts';
import { withLegalIds } from './legalIds.ts';
import { durationOf } from '../duration.ts';
import { eventsOf } from '../kinds.ts';
import { extensionsOf, listOf, UNDECLARED, type Element } from '../moddle.ts';
import { celOfExpression, isForeign, translated } from '../parseCondition.ts';
import { isTooDeep, TOO_DEEP } from '../xmlDepth.ts';
import { foreignAttribute, ownersOf, zeebeAttribute } from '../foreign.ts';
import { foreignCandidates, foreignSign } from '../parseForeign.ts';
import { repeatOf } from '../parseRepeat.ts';
import { insertApplicant } from './insertApplicant.ts';

/** One thing that was read from another engine's file, or could not be. */
export interface ImportNote { element: string; name: string; level: 'info' | 'warning'; message: string }

export interface ImportedFlow { definition: string; report: readonly ImportNote[] }

export type Make = (type: string, properties?: object) => Element;

const CANDIDATE_WORDS: Readonly<Record<string, string>> = { role: '角色', user: '人员', post: '岗位', dept: '部门', initiator: '申请人', field: '表单字段', item: '当前行' };
const HOLDERS = ['assignee', 'candidateUsers', 'candidateGroups'];

function say(element: Element, make: Make, type: string, properties: object): void {
  const extension = (element.extensionElements as Element | undefined) ?? make('bpmn:ExtensionElements', { values: [] });
  const value = make(type, properties);
  value.$parent = extension;
  extension.$parent = element;
  extension.values = [...listOf(extension, 'values'), value];
  element.extensionElements = extension;
}

function convertTask(element: Element, starters: ReadonlySet<string>, make: Make, note: (element: Element, message: string, level?: ImportNote['level']) => void): void {
  if (extensionsOf(element, 'sf:Candidates').length === 0) {
    const found = foreignCandidates(element, starters);
    for (const { type, value } of found) say(element, make, 'sf:Candidates', value === '' ? { type } : { type, value });
    const written = [...HOLDERS.map((name) => foreignAttribute(element, name) || zeebeAttribute(element, 'assignmentDefinition', name)), ...ownersOf(element)].filter(Boolean).join('；');
    if (found.length > 0) note(element, `办理人 ${written} → ${found.map(({ type, value }) => `${CANDIDATE_WORDS[type] ?? type}${value === '' ? '' : ` ${value}`}`).join('、')}`);
    else note(element, written === '' ? '没有写明办理人，请指定' : `办理人 ${written} 不能读懂，请重新指定`, 'warning');
  }
  const loop = element.loopCharacteristics as Element | undefined;
  const sign = loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics' ? foreignSign(loop) : null;
  if (sign && extensionsOf(element, 'sf:Sign').length === 0) {
    say(element, make, 'sf:Sign', sign.mode === 'ratio' ? { mode: sign.mode, ratio: String(Math.round(sign.ratio * 10_000) / 10_000) } : { mode: sign.mode });
    note(element, `多实例 → ${{ one: '一人办理即可', all: '全部同意', sequence: '依次办理', ratio: `${Math.round(sign.ratio * 100)}% 同意` }[sign.mode]}`);
  } else if (loop && !sign) note(element, '多实例的完成条件不能读懂，请在“多人时”中设置', 'warning');
  const due = foreignAttribute(element, 'dueDate');
  if (durationOf(due) !== null && extensionsOf(element, 'sf:Timer').length === 0) {
    say(element, make, 'sf:Timer', { due });
    note(element, `办理时限 ${due}`);
  }
}

function convertRepeat(element: Element, make: Make, note: (element: Element, message: string, level?: ImportNote['level']) => void): void {
  const loop = element.loopCharacteristics as Element | undefined;
  if (!loop || extensionsOf(element, 'sf:Repeat').length > 0) return;
  const repeat = repeatOf(element, []);
  if (!repeat || repeat.over === '') return note(element, '多实例重复的内容不能读懂，请在“重复”中设置', 'warning');
  say(element, make, 'sf:Repeat', { over: repeat.over });
  const body = String((loop.completionCondition as Element | undefined)?.body ?? '').trim();
  if (body !== '' && repeat.until === null) note(element, `完成条件 ${body.slice(0, 120)} 不能自动转换，请重新设置`, 'warning');
  if (repeat.until !== null && repeat.until !== body) {
    const made = make('bpmn:FormalExpression', { body: repeat.until, language: 'cel' });
    made.$parent = loop;
    loop.completionCondition = made;
  }
  return note(element, `多实例 → 按“${repeat.over}”${repeat.isSequential ? '依次' : '同时'}重复`);
}

const DECLARED: Readonly<Record<string, { type: string; code?: string }>> = { errorRef: { type: 'bpmn:Error', code: 'errorCode' }, escalationRef: { type: 'bpmn:Escalation', code: 'escalationCode' }, signalRef: { type: 'bpmn:Signal' }, messageRef: { type: 'bpmn:Message' } };

/** Errors, escalations, signals and messages that a file names without declaring them are declared, else their names would be lost. */
function declare(definitions: Element, warnings: readonly { property?: string; value?: string; element?: unknown }[], make: Make): void {
  for (const { property = '', value = '', element } of warnings) {
    const ref = property.replace('bpmn:', '');
    const kind = UNDECLARED.has(property) ? DECLARED[ref] : undefined;
    if (!kind || value === '' || !element) continue;
    const roots = listOf(definitions, 'rootElements');
    const known = roots.find(({ $type, name }) => $type === kind.type && name === value);
    const made = known ?? make(kind.type, { id: `${ref}_${roots.length}`, name: value, ...(kind.code ? { [kind.code]: value } : {}) });
    if (!known) { made.$parent = definitions; definitions.rootElements = [...roots, made]; }
    (element as Element)[ref] = made;
  }
}

/** `property` of `holder` is the condition: of a line, or of an event that waits for it. */
function convertCondition(element: Element, make: Make, note: (element: Element, message: string, level?: ImportNote['level']) => void, holder = element, property = 'conditionExpression'): void {
  const expression = holder[property] as Element | undefined;
  const body = String(expression?.body ?? '').trim();
  if (!isForeign(body)) return;
  const cel = celOfExpression(element, expression, []);
  if (cel === null || translated(body) === null) return note(element, `条件 ${body.slice(0, 120)} 不能自动转换，请重新设置`, 'warning');
  const made = make('bpmn:FormalExpression', { body: cel, language: 'cel' });
  made.$parent = holder;
  holder[property] = made;
  return note(element, `条件 ${body.slice(0, 120)} → ${cel}`);
}

function* elementsOf(holder: Element): Generator<Element> {
  for (const element of listOf(holder, 'flowElements')) {
    yield element;
    yield* elementsOf(element);
  }
}

/** What another process designer's file says, in our words, under our key; with a report of what was read and what was not. Refuses with DOC_FLOW. */
export async function importFlow(xml: string, key: string): Promise<ImportedFlow> {
  const moddle = new BpmnModdle({ sf: SF_EXTENSION });
  const make: Make = (type, properties) => moddle.create(type, properties) as Element;
  const { xml: text, count } = withLegalIds(xml.replace(/^\uFEFF/, '').trimStart());
  if (isTooDeep(text)) throw new Refusal('DOC_FLOW', { detail: TOO_DEEP, element: '' });
  const { definitions, warnings } = await moddle.fromXML(text).then(({ rootElement, warnings: told }) => ({ definitions: rootElement as Element, warnings: told }), (error: unknown) => { throw new Refusal('DOC_FLOW', { detail: `不是有效的 BPMN 文件（${error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : ''}）`, element: '' }); });
  const processes = listOf(definitions, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process');
  declare(definitions, warnings, make);
  const process = chosenProcess(processes);
  if (!process) throw new Refusal('DOC_FLOW', { detail: '文件中没有流程', element: '' });
  const report: ImportNote[] = [];
  const note = (element: Element, message: string, level: ImportNote['level'] = 'info'): void => { report.push({ element: element.id ?? '', name: element.name?.trim() || (element.id ?? ''), level, message }); };
  const former = process.id ?? '';
  process.id = key;
  if (processes.length > 1) note(process, `文件中有 ${processes.length} 个流程，只用“${process.name ?? former}”`, 'warning');
  const all = [...elementsOf(process)];
  if (all.some(({ id }) => id === key)) note(process, `有元素与流程键“${key}”同名，请修改`, 'warning');
  if (count > 0) note(process, `${count} 个元素的标识不合 BPMN 的规定，已另取`);
  for (const one of processes) one.isExecutable = one === process;
  const starters = new Set(all.filter(({ $type }) => $type === 'bpmn:StartEvent').map((element) => foreignAttribute(element, 'initiator')).filter(Boolean));
  const hadOurs = all.some((element) => extensionsOf(element, 'sf:Candidates').length > 0);
  for (const element of all) {
    if (element.$type === 'bpmn:UserTask') convertTask(element, starters, make, note);
    if (['bpmn:SubProcess', 'bpmn:Transaction', 'bpmn:CallActivity'].includes(element.$type)) convertRepeat(element, make, note);
    if (element.$type === 'bpmn:SequenceFlow') convertCondition(element, make, note);
    for (const event of eventsOf(element)) if (event.$type === 'bpmn:ConditionalEventDefinition') convertCondition(element, make, note, event, 'condition');
  }
  const inserted = hadOurs ? null : insertApplicant(definitions, process, make);
  if (inserted) note(inserted, '开始之后加上申请人提交的节点');
  return { definition: (await moddle.toXML(definitions, { format: true })).xml, report };
}
